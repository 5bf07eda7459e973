import { formatDecimal, parseCredits, parseDecimal } from '@model-gateway/core';

/** Plain digits, as `formatDecimal` writes those that are 0 or more. */
const PLAIN = /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;

/** Returns a decimal in plain digits. Most come in them. */
export function plainAmount(amount: string): string {
  if (PLAIN.test(amount)) return amount;
  const value = parseDecimal(amount);
  if (value === undefined) throw new RangeError(`expected a decimal amount, got "${amount}"`);
  return formatDecimal(value);
}

/** Returns credits in plain digits, for databases that do not read exponents everywhere. */
export function plainCredits(amount: string): string {
  return PLAIN.test(amount) ? amount : formatDecimal(parseCredits(amount));
}
