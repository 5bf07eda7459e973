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

/**
 * Reads a cost that a JSON number holds exactly: a double keeps 15 digits of any decimal. Undefined
 * for 0, which gateways without prices report, so that our price list applies.
 */
export function exactCost(cost: unknown): string | undefined {
  if (typeof cost !== 'number' || !Number.isFinite(cost) || cost <= 0) return undefined;
  return Number(cost.toPrecision(15)) === cost ? String(cost) : undefined;
}
