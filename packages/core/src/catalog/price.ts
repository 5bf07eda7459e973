import {
  add,
  fromNumber,
  formatDecimal,
  multiply,
  parseDecimal,
  shift,
  subtract,
  type Decimal,
} from '../money/decimal.ts';
import type { PriceOverride, Pricing } from '../resources/pricing.ts';

const ONE: Decimal = { units: 1n, scale: 0 };

/** Price keys that an override may change. */
type OverridableKey = Exclude<keyof PriceOverride, 'min_prompt_tokens'>;

/** The prices of one request, with `overrides` and `discount` already applied. */
export type RequestPrices = Readonly<
  Partial<Record<Exclude<keyof Pricing, 'overrides' | 'discount'>, string>>
> &
  Readonly<Record<'prompt' | 'completion', string>>;

/**
 * Returns the prices of a request with `promptTokens` prompt tokens, USD per unit as decimal
 * strings. An override applies only when promptTokens > min_prompt_tokens (strictly), or when it
 * has no condition; later overrides win key by key; keys without an override keep the base price;
 * the discount multiplies every price by 1 − discount. Negative prices ("no price") stay as they
 * are. Source: contract §8.5 rules 1–4. A discount on overridden prices is not specified; we apply
 * it, because the contract says "price", not the price of a tier.
 */
export function pricesFor(pricing: Pricing, promptTokens: number): RequestPrices {
  // Most lists have neither, and are read for each request. What is left are the prices, and every
  // reader takes one that is undefined for one that is missing.
  if (pricing.overrides === undefined && pricing.discount === undefined) {
    return pricing as RequestPrices;
  }
  const { overrides = [], discount, ...base } = pricing;
  const prices: Record<string, string | undefined> = { ...base };
  for (const { min_prompt_tokens: minimum, ...changed } of overrides) {
    if (minimum !== undefined && !(promptTokens > minimum)) continue;
    for (const key of Object.keys(changed) as OverridableKey[]) {
      const price = changed[key];
      if (price !== undefined) prices[key] = price;
    }
  }
  if (discount !== undefined && discount !== 0) {
    for (const [key, price] of Object.entries(prices)) {
      const paid = price === undefined ? undefined : discounted(price, discount);
      if (paid !== undefined) prices[key] = formatDecimal(paid);
    }
  }
  // `prompt` and `completion` are required in Pricing and only ever replaced by strings.
  return prices as RequestPrices;
}

/**
 * Returns a stored price after discount in USD per million units, exactly; undefined for "no
 * price": a negative price (routers use "-1") or text that is not a number. Source: contract §3.6.
 */
export function pricePerMillion(price: string, discount: number | undefined): Decimal | undefined {
  const paid = discounted(price, discount ?? 0);
  return paid === undefined ? undefined : shift(paid, 6);
}

/** Returns the mean of the prompt and completion prices; undefined when either is missing. */
export function meanPricePerMillion({ prompt, completion, discount }: Pricing) {
  const input = pricePerMillion(prompt, discount);
  const output = pricePerMillion(completion, discount);
  if (input === undefined || output === undefined) return undefined;
  return multiply(add(input, output), { units: 5n, scale: 1 });
}

function discounted(price: string, discount: number): Decimal | undefined {
  const decimal = parseDecimal(price);
  if (decimal === undefined || decimal.units < 0n) return undefined;
  return discount === 0 ? decimal : multiply(decimal, subtract(ONE, fromNumber(discount)));
}
