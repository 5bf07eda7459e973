import type { CatalogEntry, Clock } from '@model-gateway/core';
import { listedModelOf, type ListedModel } from './listed-provider.ts';
import { baseOf, type RetiredModel, type RowFacts } from './model-table.ts';

/** A model that is served. */
export interface ServedModel<Row, Endpoint> {
  readonly row: Row;
  readonly endpoint: Endpoint;
}

/** What a provider lists. */
interface Listing {
  readonly catalog: readonly CatalogEntry[];
  readonly models: readonly ListedModel[];
  readonly retired: readonly RetiredModel[];
}

/** The models of one task of a provider. */
export interface DatedModels<Row = unknown, Endpoint = unknown> {
  /** Returns a model as it is now: undefined once it is retired. */
  get(id: string): ServedModel<Row, Endpoint> | undefined;
  /** What is listed now. */
  list(): Listing;
  /** The days on which it changes, `YYYY-MM-DD`. */
  readonly days: readonly string[];
}

interface DatedModelsOptions<Row extends RowFacts<unknown>, Entry, Endpoint> {
  readonly clock: Pick<Clock, 'now'>;
  readonly table: Readonly<Record<string, Row>>;
  /** All of the table without them. */
  readonly entries: Readonly<Record<string, Entry>> | undefined;
  /**
   * Makes the model of an entry, of the row that it inherits from, and of the prices that replaced
   * the row's. Throws `TypeError` for an entry that is not complete.
   */
  readonly modelOf: (
    id: string,
    entry: Entry,
    base: Row | undefined,
    repriced: NonNullable<Row['repriced']>['pricing'] | undefined,
  ) => ServedModel<Row, Endpoint>;
  readonly catalogEntryOf: (id: string, row: Row) => CatalogEntry;
}

/**
 * Returns the models of a provider, always as the clock has it: at the prices of the day, and without
 * those that were retired, which are never refused, as the same configuration has to start the day
 * after. Throws `TypeError` for an entry that is neither in the table nor complete.
 */
export function datedModels<
  Row extends RowFacts<unknown>,
  Entry extends { readonly like?: string },
  Endpoint,
>({
  clock,
  table,
  entries,
  modelOf,
  catalogEntryOf,
}: DatedModelsOptions<Row, Entry, Endpoint>): DatedModels<Row, Endpoint> {
  // An entry of nothing is one of every kind of models.
  const whole = {} as Entry;
  const all = entries ?? Object.fromEntries(Object.keys(table).map((id) => [id, whole]));
  const rows = Object.entries(all).map(
    ([id, entry]) => [id, entry, baseOf(id, entry.like, table)] as const,
  );
  const days = rows.flatMap(([, , base]) =>
    [base?.retiredOn, base?.repriced?.on].filter((day) => day !== undefined),
  );
  const current = byDay(clock, days, (today) => {
    const served = new Map<string, ServedModel<Row, Endpoint>>();
    const retired: RetiredModel[] = [];
    for (const [id, entry, base] of rows) {
      if (base?.retiredOn !== undefined && base.retiredOn <= today) {
        const { upstream, retiredOn } = base;
        if (entries !== undefined) retired.push({ id, upstream, retiredOn });
        continue;
      }
      const repriced = base?.repriced;
      const holds = repriced !== undefined && repriced.on <= today;
      served.set(id, modelOf(id, entry, base, holds ? repriced.pricing : undefined));
    }
    const models = [...served].map(([id, { row }]) => listedModelOf(id, row));
    const catalog = [...served].map(([id, { row }]) => catalogEntryOf(id, row));
    return { served, catalog, models, retired };
  });
  return { get: (id) => current().served.get(id), list: current, days };
}

/** Returns what all of the parts of a provider list, read when it is asked for. */
export function listingOf(
  clock: Pick<Clock, 'now'>,
  parts: readonly (DatedModels | undefined)[],
): Listing {
  const all = parts.filter((part) => part !== undefined);
  const days = all.flatMap((part) => part.days);
  const current = byDay(clock, days, () => {
    const lists = all.map((part) => part.list());
    return {
      catalog: lists.flatMap(({ catalog }) => catalog),
      models: lists.flatMap(({ models }) => models),
      retired: lists.flatMap(({ retired }) => retired),
    };
  });
  return {
    get catalog() {
      return current().catalog;
    },
    get models() {
      return current().models;
    },
    get retired() {
      return current().retired;
    },
  };
}

/**
 * Returns a function that returns what holds today. It is made anew once one of the days has come, so
 * that a call costs a comparison.
 */
function byDay<Value>(
  clock: Pick<Clock, 'now'>,
  days: readonly string[],
  make: (today: string) => Value,
): () => Value {
  const changes = days.map((day) => Date.parse(day));
  const at = (now: number) => ({
    from: Math.max(-Infinity, ...changes.filter((change) => change <= now)),
    until: Math.min(Infinity, ...changes.filter((change) => change > now)),
    value: make(new Date(now).toISOString().slice(0, 10)),
  });
  let current = at(clock.now());
  // Most change on no day, and each request asks every provider.
  if (changes.length === 0) return () => current.value;
  return () => {
    const now = clock.now();
    if (now < current.from || now >= current.until) current = at(now);
    return current.value;
  };
}
