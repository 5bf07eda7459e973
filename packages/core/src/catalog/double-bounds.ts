import { compareDecimalTexts, type DecimalText } from '../money/decimal-text.ts';
import { formatDecimal, fromNumber } from '../money/decimal.ts';

/*
 * Indexes and rates are stored as doubles, and each stands for the shortest decimal that reads back
 * as it: what people wrote, and what the answer shows. Doubles keep the order of decimals, so only
 * the double that is nearest to a bound can be on either side of it.
 */

/** The least double that stands for a decimal of at least `bound`. */
export function leastDoubleFrom(bound: DecimalText): number {
  const nearest = Number(bound);
  return compareDecimalTexts(shortest(nearest), bound) >= 0 ? nearest : beside(nearest, 1n);
}

/** The greatest double that stands for a decimal of at most `bound`. */
export function greatestDoubleUpTo(bound: DecimalText): number {
  const nearest = Number(bound);
  return compareDecimalTexts(shortest(nearest), bound) <= 0 ? nearest : beside(nearest, -1n);
}

function shortest(value: number): DecimalText {
  const text = String(value);
  return text.includes('e') ? formatDecimal(fromNumber(value)) : text;
}

/** The double after this one, or before it: the bits of positive doubles are in their order. */
function beside(value: number, step: 1n | -1n): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigUint64(0, view.getBigUint64(0) + step);
  return view.getFloat64(0);
}
