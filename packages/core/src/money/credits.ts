import { parseDecimal, type Decimal } from './decimal.ts';

/**
 * Reads an amount of credits, USD: an exact decimal, 0 or more. Throws `RangeError` for anything
 * else, because a negative charge would be a gift. Source: contract §4.7.
 */
export function parseCredits(amount: string): Decimal {
  const decimal = parseDecimal(amount);
  if (decimal === undefined || decimal.units < 0n) {
    throw new RangeError(`expected a decimal amount, 0 or more, got "${amount}"`);
  }
  return decimal;
}
