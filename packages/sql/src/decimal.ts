import { parseDecimal, type Decimal } from '@model-gateway/core';

/** Reads an amount that a caller gave. Throws a `RangeError` for anything else. */
export function amountOf(amount: string): Decimal {
  const value = parseDecimal(amount);
  if (value === undefined) throw new RangeError(`expected a decimal amount, got "${amount}"`);
  return value;
}

/** Reads an amount of a row. Throws for anything else, which nothing here writes. */
export function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(`the ledger holds "${text}", which is not a decimal`);
  return value;
}
