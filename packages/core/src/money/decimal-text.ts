/**
 * A number of 0 or more as plain digits without redundant zeros: `3`, `0.000003`, never `03`, `3.0`
 * or `3e-6`. Two of them are equal exactly when their texts are.
 */
export type DecimalText = string;

const AS_KEPT = /^(0|[1-9]\d*)(\.\d*[1-9])?$/;
const PLAIN = /^\d+(\.\d+)?$/;

/** Reads plain digits; undefined for anything else: signs, exponents, blanks, `.5`, `5.`. */
export function toDecimalText(text: string): DecimalText | undefined {
  if (AS_KEPT.test(text)) return text;
  if (!PLAIN.test(text)) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  const kept = withoutEndZeros(fraction);
  return whole.replace(/^0+(?=\d)/, '') + (kept === '' ? '' : `.${kept}`);
}

/** Uses a loop, because `/0+$/` takes quadratic time for zeros followed by another digit. */
function withoutEndZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/**
 * Negative, zero or positive, as for `Array.prototype.sort`. Compares the digits directly, so that
 * numbers of any length take no more time than reading them.
 */
export function compareDecimalTexts(a: DecimalText, b: DecimalText): number {
  // With points at the same place, characters are in the order of the numbers.
  return placesBeforePoint(a) - placesBeforePoint(b) || (a < b ? -1 : a > b ? 1 : 0);
}

function placesBeforePoint(text: DecimalText): number {
  const point = text.indexOf('.');
  return point === -1 ? text.length : point;
}
