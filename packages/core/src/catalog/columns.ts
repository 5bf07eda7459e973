import type { Decimal } from '../money/decimal.ts';
import type { Pricing } from '../resources/pricing.ts';
import type { CatalogEntry } from '../resources/catalog-entry.ts';
import { onFirstUse } from './on-first-use.ts';
import { meanPricePerMillion, pricePerMillion } from './price.ts';
import { PriceScale } from './price-scale.ts';

/** A number per model, in catalog order; NaN where the model has none. */
export type Column = Float64Array;

/** The value of a model in each number column. */
const NUMBERS = {
  created: ({ model }) => model.created,
  contextLength: ({ model }) => model.context_length,
  intelligence: ({ model }) => model.benchmarks?.external_index?.intelligence_index,
  coding: ({ model }) => model.benchmarks?.external_index?.coding_index,
  agentic: ({ model }) => model.benchmarks?.external_index?.agentic_index,
  designElo: ({ model }) => highest(model.benchmarks?.design_ranking.map(({ elo }) => elo)),
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

export type NumberColumn = keyof typeof NUMBERS;
type PriceName = keyof typeof PRICES;

/** Numbers and prices, which both filters and sorts read; each part is built on first use. */
export interface Columns {
  readonly numbers: Readonly<Record<NumberColumn, Column>>;
  readonly prices: Readonly<Record<PriceName, PriceScale>>;
}

/**
 * Creates the columns without reading anything yet: a start must not pay for filters that no query
 * uses.
 */
export function createColumns(entries: readonly CatalogEntry[]): Columns {
  return {
    numbers: onFirstUse(NUMBERS, (read) => createColumn(entries, read)),
    prices: onFirstUse(PRICES, (read) => {
      const priceOf = onceByPricing(read);
      return new PriceScale(entries.map(({ model }) => priceOf(model.pricing)));
    }),
  };
}

/** Reads a number of every model; undefined and null become NaN. */
export function createColumn(
  entries: readonly CatalogEntry[],
  read: (entry: CatalogEntry) => number | null | undefined,
): Column {
  const column = new Float64Array(entries.length);
  entries.forEach((entry, position) => (column[position] = read(entry) ?? Number.NaN));
  return column;
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
