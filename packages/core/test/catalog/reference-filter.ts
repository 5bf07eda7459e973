import type { CatalogEntry, ListModelsQuery, SortOrder } from '@model-gateway/core';
import { minus, order, plus, rational, rationalOf, times, type Rational } from '../rational.ts';

/*
 * GET /models over an array, written from contract §3 and contract §3.1–3.8 a sentence at a time and
 * as plainly as it goes: no index, no columns, nothing shared with src/catalog. What the engine
 * answers must be what this answers.
 */

export interface ReferenceSelection {
  /** The ids on the page. */
  readonly ids: readonly string[];
  readonly totalCount: number;
  readonly next: { readonly offset: number; readonly limit: number } | undefined;
}

export interface ReferenceScope {
  readonly allowedModels: readonly string[] | null;
  readonly nowSeconds: number;
}

export function referenceSelect(
  entries: readonly CatalogEntry[],
  query: ListModelsQuery,
  scope: ReferenceScope,
): ReferenceSelection {
  const visible = entries.filter(
    ({ model }) => scope.allowedModels === null || scope.allowedModels.includes(model.id),
  );
  const found = visible.filter((entry) => passes(entry, query, scope.nowSeconds));
  const sorted = inOrder(found, query);
  const all = sorted.map(({ model }) => model.id);

  // contract §3.1: paging is opt-in; either one → limit default 500.
  const isPaged = isSet(query.offset) || isSet(query.limit);
  if (!isPaged) return { ids: all, totalCount: all.length, next: undefined };
  const offset = query.offset ?? 0;
  const limit = query.limit ?? 500;
  const hasMore = offset + limit < all.length;
  return {
    ids: all.slice(offset, offset + limit),
    totalCount: all.length,
    next: hasMore ? { offset: offset + limit, limit } : undefined,
  };
}

function passes(entry: CatalogEntry, query: ListModelsQuery, nowSeconds: number): boolean {
  const { model, signals } = entry;
  const { external_index: index } = model.benchmarks ?? {};
  const providers = signals.providers ?? [];
  const age = Math.floor((nowSeconds - model.created) / (24 * 60 * 60));
  return (
    // contract §3.3: union, default text, all switches it off.
    hasOutput(model.architecture.output_modalities, query.output_modalities) &&
    // contract §3.3: must accept all listed; must support all listed.
    hasAll(model.architecture.input_modalities, query.input_modalities) &&
    hasAll(model.supported_parameters, query.supported_parameters) &&
    // contract §3.4
    matchesText(entry, query.q) &&
    // contract §3.5
    (query.category === undefined || signals.categories?.[query.category] !== undefined) &&
    matchesArch(entry, query.arch) &&
    hasAny([authorOf(entry)], query.model_authors) &&
    hasAny(
      providers.flatMap(({ name, slug }) => [name, slug]),
      query.providers,
    ) &&
    // contract §3.2, §3.7: unknown is neither true nor false.
    (query.distillable !== 'true' || signals.distillable === true) &&
    (query.distillable !== 'false' || signals.distillable !== true) &&
    (query.zdr === undefined || signals.zdr === true) &&
    (query.region === undefined || (signals.regions ?? []).includes(query.region)) &&
    // contract §3.6: inclusive; a model without the value fails any bound on it.
    isWithin(model.context_length, query.context, null) &&
    isExactlyWithin(pricePerMillion(entry, 'prompt'), query.min_price, query.max_price) &&
    isExactlyWithin(
      pricePerMillion(entry, 'completion'),
      query.min_output_price,
      query.max_output_price,
    ) &&
    isWithin(age, query.min_age_days, query.max_age_days) &&
    isWithin(
      index?.intelligence_index,
      query.min_intelligence_index,
      query.max_intelligence_index,
    ) &&
    isWithin(index?.coding_index, query.min_coding_index, query.max_coding_index) &&
    isWithin(index?.agentic_index, query.min_agentic_index, query.max_agentic_index) &&
    isWithin(signals.tool_success_rate, query.min_tool_success_rate, query.max_tool_success_rate)
  );
}

type Value = number | null | undefined;

function isSet(value: Value): value is number {
  return value !== null && value !== undefined;
}

type Bound = number | string | null | undefined;

/** contract §3.6: a bound is the decimal that its text says, and a stored number is what people write. */
function isWithin(value: Value, minimum: Bound, maximum: Bound): boolean {
  return isExactlyWithin(number(value), minimum, maximum);
}

function isExactlyWithin(value: Rational | undefined, minimum: Bound, maximum: Bound): boolean {
  const [least, most] = [exactly(minimum), exactly(maximum)];
  if (least && !(value && order(value, least) >= 0)) return false;
  if (most && !(value && order(value, most) <= 0)) return false;
  return true;
}

function exactly(bound: Bound): Rational | undefined {
  if (bound === null || bound === undefined) return undefined;
  const read = rational(String(bound));
  if (read === undefined) throw new RangeError(`${bound} is not a decimal`);
  return read;
}

/** contract §3.6: price × 1e6 × (1 − discount), exactly; a negative price means "no price". */
function pricePerMillion(
  { model: { pricing } }: CatalogEntry,
  key: 'prompt' | 'completion',
): Rational | undefined {
  const price = rational(pricing[key]);
  if (price === undefined || price.numerator < 0n) return undefined;
  const kept = minus(rationalOf(1), rationalOf(pricing.discount ?? 0));
  return times(times(price, rationalOf(1_000_000)), kept);
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** A list that is absent or empty asks for nothing. */
function hasAll(has: readonly string[], wanted: readonly string[] | undefined): boolean {
  return (wanted ?? []).every((item) => has.some((one) => same(one, item)));
}

function hasAny(has: readonly string[], wanted: readonly string[] | undefined): boolean {
  if (wanted === undefined || wanted.length === 0) return true;
  return wanted.some((item) => has.some((one) => same(one, item)));
}

function hasOutput(has: readonly string[], wanted: readonly string[] | undefined): boolean {
  const asked = wanted === undefined || wanted.length === 0 ? ['text'] : wanted;
  return asked.includes('all') || hasAny(has, asked);
}

function matchesText({ model }: CatalogEntry, text: string | undefined): boolean {
  const words = (text ?? '').split(/\s/).filter((word) => word !== '');
  return words.every((word) =>
    [model.id, model.canonical_slug, model.name].some((one) =>
      one.toLowerCase().includes(word.toLowerCase()),
    ),
  );
}

/** The name itself, or the name followed by something that is not a letter. */
function matchesArch({ model }: CatalogEntry, arch: string | undefined): boolean {
  const family = (arch ?? '').trim().toLowerCase();
  if (family === '') return true;
  const { tokenizer, instruct_type: instructType } = model.architecture;
  return [tokenizer, instructType].some((name) => {
    const given = name?.toLowerCase() ?? '';
    if (!given.startsWith(family)) return false;
    const [following = ''] = given.slice(family.length);
    return !/\p{Letter}/u.test(following);
  });
}

/** contract §3.2: the signal, or the id before the first `/`, leading `~` dropped. */
function authorOf({ model, signals }: CatalogEntry): string {
  if (signals.author !== undefined) return signals.author;
  const [first = ''] = model.id.split('/');
  return first.startsWith('~') ? first.slice(1) : first;
}

/** contract §3.8: stable over the catalog's own order, models without the value last in every sort. */
function inOrder(found: readonly CatalogEntry[], query: ListModelsQuery): readonly CatalogEntry[] {
  const { category } = query;
  if (query.sort !== undefined) {
    const { key, highFirst } = SORTS[query.sort];
    return sortedBy(found, key, highFirst);
  }
  // contract §3.5: without sort a category comes in its rank order, 1 = first.
  if (category !== undefined) {
    return sortedBy(found, ({ signals }) => number(signals.categories?.[category]), false);
  }
  return found;
}

type SortKey = (entry: CatalogEntry) => Rational | undefined;

function sortedBy(
  found: readonly CatalogEntry[],
  key: SortKey,
  highFirst: boolean,
): readonly CatalogEntry[] {
  const keyed = found.map((entry) => ({ entry, value: key(entry) }));
  const have = keyed.flatMap(({ entry, value }) => (value === undefined ? [] : [{ entry, value }]));
  const rest = keyed.filter(({ value }) => value === undefined);
  have.sort((a, b) => (highFirst ? order(b.value, a.value) : order(a.value, b.value)));
  return [...have, ...rest].map(({ entry }) => entry);
}

const weeklyTokens: SortKey = ({ signals }) => number(signals.weekly_tokens);

const SORTS: Record<SortOrder, { key: SortKey; highFirst: boolean }> = {
  'most-popular': { key: weeklyTokens, highFirst: true },
  'top-weekly': { key: weeklyTokens, highFirst: true },
  newest: { key: ({ model }) => number(model.created), highFirst: true },
  'pricing-low-to-high': { key: meanPrice, highFirst: false },
  'pricing-high-to-low': { key: meanPrice, highFirst: true },
  'context-high-to-low': { key: ({ model }) => number(model.context_length), highFirst: true },
  'throughput-high-to-low': {
    key: ({ signals }) => number(signals.throughput_p50),
    highFirst: true,
  },
  'latency-low-to-high': { key: ({ signals }) => number(signals.latency_p50), highFirst: false },
  'intelligence-high-to-low': {
    key: ({ model }) => number(model.benchmarks?.external_index?.intelligence_index),
    highFirst: true,
  },
  'coding-high-to-low': {
    key: ({ model }) => number(model.benchmarks?.external_index?.coding_index),
    highFirst: true,
  },
  'agentic-high-to-low': {
    key: ({ model }) => number(model.benchmarks?.external_index?.agentic_index),
    highFirst: true,
  },
  'design-ranking-elo-high-to-low': { key: bestElo, highFirst: true },
};

function number(value: Value): Rational | undefined {
  return isSet(value) ? rationalOf(value) : undefined;
}

function meanPrice(entry: CatalogEntry): Rational | undefined {
  const prompt = pricePerMillion(entry, 'prompt');
  const completion = pricePerMillion(entry, 'completion');
  if (prompt === undefined || completion === undefined) return undefined;
  return times(plus(prompt, completion), rationalOf(0.5));
}

function bestElo({ model }: CatalogEntry): Rational | undefined {
  let best: number | undefined;
  for (const { elo } of model.benchmarks?.design_ranking ?? []) {
    if (best === undefined || elo > best) best = elo;
  }
  return number(best);
}
