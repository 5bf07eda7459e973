import { parseDecimal } from '@model-gateway/core';
import { isJsonObject, type ValueRule } from '@model-gateway/core/kit';

/** Prices by the names of contract §8.5. */
export const TOKEN_PRICES: ValueRule = {
  must: 'an object of prices, USD per token as decimal texts, with prompt and completion',
  holds: (value) =>
    isJsonObject(value) &&
    ['prompt', 'completion'].every((name) => isPrice(value[name])) &&
    Object.entries(value).every(([name, price]) => NOT_PRICES.has(name) || isPrice(price)),
};

const NOT_PRICES: ReadonlySet<string> = new Set(['discount', 'overrides']);

function isPrice(value: unknown): boolean {
  return typeof value === 'string' && (parseDecimal(value)?.units ?? -1n) >= 0n;
}
