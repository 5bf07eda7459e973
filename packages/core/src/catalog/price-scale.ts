import { compare, formatDecimal, fromNumber, toNumber, type Decimal } from '../money/decimal.ts';

/**
 * The distinct prices of a catalog in exact order, and each model's place among them. Comparing
 * places is comparing prices exactly, at the cost of comparing small numbers.
 */
export class PriceScale {
  /** Each model's place, in catalog order; NaN for no price. */
  readonly places: Float64Array;
  readonly #steps: readonly Decimal[];

  /** Prices that are the same object are read once. */
  constructor(prices: readonly (Decimal | undefined)[]) {
    const texts = new Map<Decimal, string>();
    const distinct = new Map<string, { readonly exact: Decimal; readonly near: number }>();
    for (const exact of prices) {
      if (exact === undefined || texts.has(exact)) continue;
      const text = formatDecimal(exact);
      texts.set(exact, text);
      if (!distinct.has(text)) distinct.set(text, { exact, near: toNumber(exact) });
    }
    // Doubles keep the order; only those that fall together need the exact comparison.
    const sorted = [...distinct].sort(
      ([, a], [, b]) => a.near - b.near || compare(a.exact, b.exact),
    );
    const placeOf = new Map(sorted.map(([text], place) => [text, place]));
    this.#steps = sorted.map(([, { exact }]) => exact);
    this.places = new Float64Array(prices.length);
    prices.forEach((price, position) => {
      const text = price === undefined ? undefined : texts.get(price);
      this.places[position] = (text === undefined ? undefined : placeOf.get(text)) ?? Number.NaN;
    });
  }

  /** The place of the first price that is at least `bound`. */
  firstFrom(bound: number): number {
    const limit = fromNumber(bound);
    return this.#count((step) => compare(step, limit) < 0);
  }

  /** The place of the last price that is at most `bound`; -1 when there is none. */
  lastUpTo(bound: number): number {
    const limit = fromNumber(bound);
    return this.#count((step) => compare(step, limit) <= 0) - 1;
  }

  /** How many steps `isBefore` holds for; it holds for the first ones only. */
  #count(isBefore: (step: Decimal) => boolean): number {
    let low = 0;
    let high = this.#steps.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const step = this.#steps[middle];
      if (step !== undefined && isBefore(step)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
