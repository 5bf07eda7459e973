/**
 * Money as whole 10⁻¹² dollars, so that prices are exact decimals: a millionth of a dollar per
 * million tokens is 1.
 */
export type PicoUsd = number;

const DIGITS = 12;

/** Dollars per unit as the wire writes them, without exponent or trailing zeros: `"0.0000002"`. */
export function usd(amount: PicoUsd): string {
  const digits = String(amount).padStart(DIGITS + 1, '0');
  const fraction = digits.slice(-DIGITS).replace(/0+$/, '');
  return digits.slice(0, -DIGITS) + (fraction === '' ? '' : `.${fraction}`);
}

/** Per-token price from dollars per million tokens. */
export function perMillion(dollars: number): PicoUsd {
  return Math.round(dollars * 1e6);
}

/** A price for one of something: an image, a request, a search. */
export function each(dollars: number): PicoUsd {
  return Math.round(dollars * 1e12);
}
