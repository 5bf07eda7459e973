import type { CatalogEntry, SortOrder } from '@model-gateway/core';
import type { NaiveQuery } from './naive-query.ts';

export interface NaiveSelection {
  readonly page: readonly CatalogEntry[];
  readonly totalCount: number;
}

/**
 * GET /models as it is written in an afternoon: an array, `filter`, `sort`, `slice`. It is what the
 * gateway is compared with and, being so plain, what the engine's answers are checked against.
 * Throws for a parameter that it does not know, so that no check passes by leaving something out.
 */
export function naiveSelect(
  entries: readonly CatalogEntry[],
  query: NaiveQuery,
  nowSeconds: number,
): NaiveSelection {
  const { sort, offset, limit, ...filters } = query;
  const found = entries.filter((entry) => passes(entry, filters, nowSeconds));
  if (sort !== undefined) found.sort(comparison(sort));
  const start = offset ?? 0;
  return {
    page: found.slice(start, start + (limit ?? found.length)),
    totalCount: found.length,
  };
}

type Filters = Omit<NaiveQuery, 'sort' | 'offset' | 'limit'>;

function passes({ model, signals }: CatalogEntry, filters: Filters, nowSeconds: number): boolean {
  const {
    supported_parameters: parameters = [],
    input_modalities: inputs = [],
    output_modalities: outputs = ['text'],
    q = '',
    context,
    min_price: minPrice,
    max_price: maxPrice,
    min_output_price: minOutputPrice,
    max_output_price: maxOutputPrice,
    min_age_days: minAge,
    max_age_days: maxAge,
    min_intelligence_index: minIntelligence,
    max_intelligence_index: maxIntelligence,
    min_tool_success_rate: minToolSuccess,
    max_tool_success_rate: maxToolSuccess,
    ...unknown
  } = filters;
  const [surprise] = Object.keys(unknown);
  if (surprise !== undefined) throw new Error(`the naive filter does not know ${surprise}`);

  const text = `${model.id}\n${model.canonical_slug}\n${model.name}`.toLowerCase();
  const age = Math.floor((nowSeconds - model.created) / 86_400);
  return (
    outputs.some((output) => model.architecture.output_modalities.some((one) => one === output)) &&
    inputs.every((input) => model.architecture.input_modalities.includes(input)) &&
    parameters.every((parameter) => model.supported_parameters.some((one) => one === parameter)) &&
    q
      .toLowerCase()
      .split(' ')
      .every((word) => text.includes(word)) &&
    isWithin(model.context_length, context, null) &&
    isWithin(perMillion(model.pricing.prompt, model.pricing.discount), minPrice, maxPrice) &&
    isWithin(
      perMillion(model.pricing.completion, model.pricing.discount),
      minOutputPrice,
      maxOutputPrice,
    ) &&
    isWithin(age, minAge, maxAge) &&
    isWithin(
      model.benchmarks?.external_index?.intelligence_index,
      minIntelligence,
      maxIntelligence,
    ) &&
    isWithin(signals.tool_success_rate, minToolSuccess, maxToolSuccess)
  );
}

type Value = number | null | undefined;

/** A model without the value passes only when nothing is asked of it. */
function isWithin(value: Value, minimum: Value, maximum: Value): boolean {
  if (minimum == null && maximum == null) return true;
  if (value == null) return false;
  return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
}

function perMillion(price: string, discount = 0): number | null {
  const value = Number(price);
  return value < 0 ? null : value * 1e6 * (1 - discount);
}

const SORT_KEYS: Partial<Record<SortOrder, (entry: CatalogEntry) => Value>> = {
  newest: ({ model }) => model.created,
  'top-weekly': ({ signals }) => signals.weekly_tokens,
  'context-high-to-low': ({ model }) => model.context_length,
  'throughput-high-to-low': ({ signals }) => signals.throughput_p50,
};

function comparison(sort: SortOrder) {
  const key = SORT_KEYS[sort];
  if (key === undefined) throw new Error(`the naive filter does not know the order ${sort}`);
  return (a: CatalogEntry, b: CatalogEntry) => {
    const left = key(a) ?? -Infinity;
    const right = key(b) ?? -Infinity;
    return left === right ? 0 : right - left;
  };
}
