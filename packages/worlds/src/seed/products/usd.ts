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

/** Leading digits that vendors favour. */
const ROUND_STEPS = [1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 7.5, 8, 9, 10];

/** The price vendors would print for an amount of dollars per million tokens: 2.71 becomes 2.5. */
export function roundPrice(dollars: number): number {
  const decade = 10 ** Math.floor(Math.log10(dollars));
  const distance = (step: number) => Math.abs(Math.log((step * decade) / dollars));
  return (
    decade * ROUND_STEPS.reduce((best, step) => (distance(step) < distance(best) ? step : best))
  );
}
