import { compareDecimalTexts, type DecimalText } from '../money/decimal-text.ts';
import { compare, formatDecimal, toNumber, type Decimal } from '../money/decimal.ts';

/**
 * The distinct prices of a catalog in exact order, and each model's place among them. Comparing
 * places compares prices exactly, at the cost of comparing small numbers.
 */
export class PriceScale {
  /** Each model's place, in catalog order; NaN for no price. */
  readonly places: Float64Array;
  readonly #steps: readonly DecimalText[];
  /** The steps as doubles. */
  readonly #near: Float64Array;

  /** Prices are 0 or more; identical objects are read once. */
  constructor(prices: readonly (Decimal | undefined)[]) {
    const texts = new Map<Decimal, string>();
    const distinct = new Map<string, { readonly exact: Decimal; readonly near: number }>();
    for (const exact of prices) {
      if (exact === undefined || texts.has(exact)) continue;
      const text = formatDecimal(exact);
      texts.set(exact, text);
      if (!distinct.has(text)) distinct.set(text, { exact, near: toNumber(exact) });
    }
    // Doubles keep the order; only equal ones need the exact comparison.
    const sorted = [...distinct].sort(
      ([, a], [, b]) => a.near - b.near || compare(a.exact, b.exact),
    );
    const placeOf = new Map(sorted.map(([text], place) => [text, place]));
    this.#steps = sorted.map(([text]) => text);
    this.#near = Float64Array.from(sorted, ([, { near }]) => near);
    this.places = new Float64Array(prices.length);
    prices.forEach((price, position) => {
      const text = price === undefined ? undefined : texts.get(price);
      this.places[position] = (text === undefined ? undefined : placeOf.get(text)) ?? Number.NaN;
    });
  }

  /** Returns the place of the first price that is at least `bound`. */
  firstFrom(bound: DecimalText): number {
    return this.#count(bound, (difference) => difference < 0);
  }

  /** Returns the index of the highest price that does not exceed `bound`, or -1 if every price does. */
  lastUpTo(bound: DecimalText): number {
    return this.#count(bound, (difference) => difference <= 0) - 1;
  }

  /** Counts the steps before `bound`, where `isBefore` judges their difference. */
  #count(bound: DecimalText, isBefore: (difference: number) => boolean): number {
    const near = Number(bound);
    let low = 0;
    let high = this.#steps.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.#difference(middle, bound, near))) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Negative, zero or positive. Where doubles differ they differ as the exact prices do. */
  #difference(place: number, bound: DecimalText, near: number): number {
    const difference = (this.#near[place] ?? 0) - near;
    return difference === 0 ? compareDecimalTexts(this.#steps[place] ?? '0', bound) : difference;
  }
}
