import { formatDecimal, parseDecimal } from '@model-gateway/core';

/**
 * Returns an amount that a provider states in a part of a US dollar, as USD: of cents the `digits`
 * are 2. Undefined for anything that is not an amount above 0.
 */
export function usdOf(amount: unknown, digits: number): string | undefined {
  if (typeof amount !== 'number' || !(amount > 0)) return undefined;
  const decimal = parseDecimal(String(amount));
  if (decimal === undefined) return undefined;
  return formatDecimal({ units: decimal.units, scale: decimal.scale + digits });
}
