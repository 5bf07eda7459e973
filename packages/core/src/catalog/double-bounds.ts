import { compareDecimalTexts, type DecimalText } from '../money/decimal-text.ts';
import { formatDecimal, fromNumber } from '../money/decimal.ts';

/*
 * Indexes and rates are stored as doubles, and each stands for the shortest decimal that parses to it: the one that its author wrote and the response shows. Doubles keep the order of decimals, so only the double nearest to a bound can be on either side of it.
 */

/** Returns the least double that stands for a decimal of at least `bound`. */
export function leastDoubleFrom(bound: DecimalText): number {
  const nearest = Number(bound);
  return compareDecimalTexts(shortest(nearest), bound) >= 0 ? nearest : beside(nearest, 1n);
}

/** Returns the greatest double that stands for a decimal of at most `bound`. */
export function greatestDoubleUpTo(bound: DecimalText): number {
  const nearest = Number(bound);
  return compareDecimalTexts(shortest(nearest), bound) <= 0 ? nearest : beside(nearest, -1n);
}

function shortest(value: number): DecimalText {
  const text = String(value);
  return text.includes('e') ? formatDecimal(fromNumber(value)) : text;
}

/**
 * Returns the next or the previous double: the bits of positive doubles are in the order of their
 * values.
 */
function beside(value: number, step: 1n | -1n): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigUint64(0, view.getBigUint64(0) + step);
  return view.getFloat64(0);
}
