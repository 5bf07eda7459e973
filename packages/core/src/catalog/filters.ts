import { Bitset } from './bitset.ts';
import type { DecimalText } from '../money/decimal-text.ts';
import type { Columns, NumberColumn, PriceName } from './columns.ts';
import { greatestDoubleUpTo, leastDoubleFrom } from './double-bounds.ts';
import type { ListModelsQuery } from './query.ts';

const SECONDS_PER_DAY = 86_400;

/**
 * Returns the models that pass every filter of `query`, a line per parameter. Source: contract §3,
 * §3.3–3.7. Ages are measured from `nowSeconds`.
 */
export function filterModels(columns: Columns, query: ListModelsQuery, nowSeconds: number): Bitset {
  const { facets, numbers, prices } = columns;
  const found = Bitset.full(columns.size);

  // Facets: any of the listed, or all of the listed.
  const outputs = orDefault(query.output_modalities, ['text']);
  if (!outputs.includes('all')) found.intersect(facets.outputModalities.havingAny(outputs));
  for (const input of query.input_modalities ?? []) {
    found.intersect(facets.inputModalities.having(input));
  }
  for (const parameter of query.supported_parameters ?? []) {
    found.intersect(facets.parameters.having(parameter));
  }
  if (query.category !== undefined) found.intersect(facets.categories.having(query.category));
  if (query.arch?.trim()) found.intersect(facets.architecture.matching(isFamilyOf(query.arch)));
  if (query.model_authors?.length) found.intersect(facets.authors.havingAny(query.model_authors));
  if (query.providers?.length) found.intersect(facets.providers.havingAny(query.providers));
  if (query.zdr !== undefined) found.intersect(facets.zdr.having('true'));
  if (query.region !== undefined) found.intersect(facets.regions.having(query.region));
  if (query.distillable === 'true') found.intersect(facets.distillable.having('true'));
  if (query.distillable === 'false') found.subtract(facets.distillable.having('true'));

  // Bounds, inclusive; a model without the value fails.
  if (query.context !== undefined) {
    found.retainWithin(numbers.contextLength, query.context, Infinity);
  }
  withinPrice(found, prices, 'prompt', query.min_price, query.max_price);
  withinPrice(found, prices, 'completion', query.min_output_price, query.max_output_price);
  within(
    found,
    numbers,
    'intelligence',
    query.min_intelligence_index,
    query.max_intelligence_index,
  );
  within(found, numbers, 'coding', query.min_coding_index, query.max_coding_index);
  within(found, numbers, 'agentic', query.min_agentic_index, query.max_agentic_index);
  within(
    found,
    numbers,
    'toolSuccessRate',
    query.min_tool_success_rate,
    query.max_tool_success_rate,
  );
  withinAge(found, numbers, query, nowSeconds);

  // Free text last: it is the most expensive, and only the remaining models are searched.
  const wanted = words(query.q);
  const searchTexts = wanted.length === 0 ? [] : columns.searchTexts;
  for (const word of wanted) {
    found.retain((position) => searchTexts[position]?.includes(word) ?? false);
  }
  return found;
}

/** Treats a list of blank items like a missing one. */
function orDefault<T>(list: readonly T[] | undefined, fallback: readonly T[]): readonly T[] {
  return list === undefined || list.length === 0 ? fallback : list;
}

type Bound = DecimalText | null | undefined;

/**
 * Compares stored doubles as the shortest decimals that parse to them. Reads the column only when
 * there is a bound, since reading may build it. Source: contract §3.6.
 */
function within(
  found: Bitset,
  numbers: Columns['numbers'],
  name: NumberColumn,
  minimum: Bound,
  maximum: Bound,
): void {
  if (minimum == null && maximum == null) return;
  const low = minimum == null ? -Infinity : leastDoubleFrom(minimum);
  const high = maximum == null ? Infinity : greatestDoubleUpTo(maximum);
  found.retainWithin(numbers[name], low, high);
}

/** Compares prices as exact decimals. Source: contract §3.6. */
function withinPrice(
  found: Bitset,
  prices: Columns['prices'],
  name: PriceName,
  minimum: Bound,
  maximum: Bound,
): void {
  if (minimum == null && maximum == null) return;
  const scale = prices[name];
  const low = minimum == null ? -Infinity : scale.firstFrom(minimum);
  const high = maximum == null ? Infinity : scale.lastUpTo(maximum);
  found.retainWithin(scale.places, low, high);
}

/** Measures age in whole days since creation. Source: contract §3.6. */
function withinAge(
  found: Bitset,
  numbers: Columns['numbers'],
  { min_age_days: minimum, max_age_days: maximum }: ListModelsQuery,
  nowSeconds: number,
): void {
  if (minimum == null && maximum == null) return;
  // A day begins with its first second, so the oldest day ends one second before the next begins.
  const earliest = maximum == null ? -Infinity : nowSeconds - (maximum + 1) * SECONDS_PER_DAY + 1;
  const latest = minimum == null ? Infinity : nowSeconds - minimum * SECONDS_PER_DAY;
  found.retainWithin(numbers.created, earliest, latest);
}

/**
 * `llama` is the family of Llama2 and Llama3, `deepseek` of deepseek-r1: the name itself, or the
 * name followed by anything but a letter. Otherwise `g` would be the family of GPT, Gemini, Gemma
 * and Grok. Source: contract §3.5.
 */
function isFamilyOf(arch: string): (name: string) => boolean {
  const family = arch.trim().toLowerCase();
  return (name) => name.startsWith(family) && !/^\p{L}/u.test(name.slice(family.length));
}

function words(text: string | undefined): string[] {
  return (text ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}
