import type { Decimal } from '../money/decimal.ts';
import type { Pricing } from '../resources/model.ts';
import { authorOf, type CatalogEntry } from '../resources/catalog-entry.ts';
import { Facet } from './facet.ts';
import { meanPricePerMillion, pricePerMillion } from './price.ts';
import { PriceScale } from './price-scale.ts';

/** A number per model, in catalog order; NaN where the model has none. */
export type Column = Float64Array;

/** The value of a model in each number column; undefined and null become NaN. */
const NUMBERS = {
  created: ({ model }) => model.created,
  contextLength: ({ model }) => model.context_length,
  intelligence: ({ model }) => model.benchmarks?.external_index?.intelligence_index,
  coding: ({ model }) => model.benchmarks?.external_index?.coding_index,
  agentic: ({ model }) => model.benchmarks?.external_index?.agentic_index,
  designElo: ({ model }) => highest(model.benchmarks?.design_ranking.map(({ elo }) => elo)),
  toolSuccessRate: ({ signals }) => signals.tool_success_rate,
  weeklyTokens: ({ signals }) => signals.weekly_tokens,
  throughput: ({ signals }) => signals.throughput_p50,
  latency: ({ signals }) => signals.latency_p50,
} as const satisfies Record<string, (entry: CatalogEntry) => number | null | undefined>;

/** The price of a model on each price scale, USD per million units; undefined for no price. */
const PRICES = {
  prompt: ({ prompt, discount }) => pricePerMillion(prompt, discount),
  completion: ({ completion, discount }) => pricePerMillion(completion, discount),
  mean: (pricing) => meanPricePerMillion(pricing),
} as const satisfies Record<string, (pricing: Pricing) => Decimal | undefined>;

/** The values of a model in each facet. */
const FACETS = {
  parameters: ({ model }) => model.supported_parameters,
  inputModalities: ({ model }) => model.architecture.input_modalities,
  outputModalities: ({ model }) => model.architecture.output_modalities,
  architecture: ({ model: { architecture } }) => [
    architecture.tokenizer,
    architecture.instruct_type,
  ],
  categories: ({ signals }) => Object.keys(signals.categories ?? {}),
  authors: (entry) => [authorOf(entry)],
  providers: ({ signals }) => signals.providers?.flatMap(({ name, slug }) => [name, slug]),
  regions: ({ signals }) => signals.regions,
  distillable: ({ signals }) => [known(signals.distillable)],
  zdr: ({ signals }) => [known(signals.zdr)],
} as const satisfies Record<
  string,
  (entry: CatalogEntry) => readonly (string | null | undefined)[] | undefined
>;

export type NumberColumn = keyof typeof NUMBERS;
export type PriceName = keyof typeof PRICES;
export type FacetName = keyof typeof FACETS;

/**
 * The data that filters and sorts read instead of the models themselves; each part is built on
 * first use.
 */
export interface Columns {
  readonly size: number;
  readonly numbers: Readonly<Record<NumberColumn, Column>>;
  readonly prices: Readonly<Record<PriceName, PriceScale>>;
  readonly facets: Readonly<Record<FacetName, Facet>>;
  /** Id, canonical slug and name in lower case, for free-text search. */
  readonly searchTexts: readonly string[];
}

/**
 * Creates the columns without reading anything yet: a start must not pay for filters that no query
 * uses.
 */
export function createColumns(entries: readonly CatalogEntry[]): Columns {
  const size = entries.length;
  let searchTexts: readonly string[] | undefined;
  return {
    size,
    numbers: onFirstUse(NUMBERS, (read) => {
      const column = new Float64Array(size);
      entries.forEach((entry, position) => (column[position] = read(entry) ?? Number.NaN));
      return column;
    }),
    prices: onFirstUse(PRICES, (read) => {
      const priceOf = onceByPricing(read);
      return new PriceScale(entries.map(({ model }) => priceOf(model.pricing)));
    }),
    facets: onFirstUse(FACETS, (read) => {
      const facet = new Facet(size);
      entries.forEach((entry, position) => {
        for (const value of read(entry) ?? []) if (value) facet.mark(value, position);
      });
      return facet;
    }),
    get searchTexts() {
      return (searchTexts ??= entries.map(({ model }) =>
        `${model.id}\n${model.canonical_slug}\n${model.name}`.toLowerCase(),
      ));
    },
  };
}

/**
 * Returns `read` with each combination of prices read once: a catalog has few, and decimals are
 * expensive.
 */
function onceByPricing<Value>(read: (pricing: Pricing) => Value): (pricing: Pricing) => Value {
  const readings = new Map<string, Value>();
  return (pricing) => {
    const key = `${pricing.prompt} ${pricing.completion} ${pricing.discount}`;
    if (!readings.has(key)) readings.set(key, read(pricing));
    // It is set by now; `undefined` is a value that `read` may return.
    return readings.get(key) as Value;
  };
}

function highest(values: readonly number[] | undefined): number | undefined {
  return values === undefined || values.length === 0 ? undefined : Math.max(...values);
}

/** Keeps unknown values out of the facet: they are neither `true` nor `false`. */
function known(value: boolean | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** Returns an object that computes the value of each key on first access. */
function onFirstUse<Key extends string, In, Out>(
  record: Readonly<Record<Key, In>>,
  make: (value: In) => Out,
): Readonly<Record<Key, Out>> {
  const lazy = {};
  for (const [key, value] of Object.entries<In>(record)) {
    let made: Out | undefined;
    Object.defineProperty(lazy, key, { enumerable: true, get: () => (made ??= make(value)) });
  }
  // Every key of `record` was defined above.
  return lazy as Record<Key, Out>;
}
