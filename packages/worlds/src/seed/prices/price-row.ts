import type { ByEra } from '../habits/vendor-habits.ts';

/**
 * A line of a price list, dollars per million tokens. What a vendor asks for its cache and for long
 * prompts follows from its list, not from a ratio: the same prompt price has other ones elsewhere.
 */
export type PriceRow = readonly [prompt: number, completion: number, others?: OtherPrices];

interface OtherPrices {
  /** Cached input, writing it to the cache, and keeping it for an hour. */
  readonly read?: number;
  readonly write?: number;
  readonly hour?: number;
  /** Input that is heard. */
  readonly audio?: number;
  /** Dollars for one web search. */
  readonly search?: string;
  /** What replaces both prices above so many prompt tokens. */
  readonly steps?: readonly (readonly [above: number, prompt: number, completion: number])[];
}

/** Lists by vendor and kind, or by kind alone, each line as often as it was observed. */
export type PriceLists = Readonly<Record<string, ByEra<PriceRow>>>;
