import {
  pricesFor,
  type CatalogEntry,
  type ImagePrice,
  type PriceCondition,
  type RequestPrices,
} from '@model-gateway/core';

/** Tokens of an image of a million pixels, for models with a price for image tokens only. */
const TOKENS_PER_MEGAPIXEL = 4096;

/**
 * No image costs less than this, USD: catalogs in the wild give `image_output` per token, and no
 * member says which of the two it is.
 */
const CHEAPEST_IMAGE = 0.0005;

/**
 * Returns the price list of a model's endpoint, after discount: per image where the catalog has such
 * a price, per token where prompts cost something too, else per megapixel. Overrides become lines with a
 * condition. Empty when everything is free or has no price (a router's "-1"). Source: contract §8.5;
 * which price an endpoint charges by is not specified.
 */
export function endpointPricing({ pricing }: CatalogEntry['model']): readonly ImagePrice[] {
  const prices = pricesFor(pricing, 0);
  const { image_output: perImage, image_token: perToken, image } = prices;
  const reference: readonly ImagePrice[] = isCharged(image)
    ? [{ billable: 'input_image', unit: 'image', usd: image }]
    : [];
  if (isCharged(perImage) && Number(perImage) >= CHEAPEST_IMAGE) {
    return [{ billable: 'output_image', unit: 'image', usd: perImage }, ...reference];
  }
  const above = thresholdsOf(pricing).map((minPromptTokens) => ({
    when: { minPromptTokens },
    prices: pricesFor(pricing, Math.floor(minPromptTokens) + 1),
  }));
  const chargesPrompts = [{ prices }, ...above].some((each) => isCharged(each.prices.prompt));
  if (isCharged(perToken) && !chargesPrompts) {
    const usd = perMegapixel(perToken);
    return [{ billable: 'output_image', unit: 'megapixel', usd }, ...reference];
  }
  const steps = [{ when: undefined, prices }, ...above];
  return [
    ...tokenPrices('prompt', steps, ({ prompt }) => prompt),
    ...tokenPrices('completion', steps, ({ image_token, image_output, completion }) =>
      [image_token, image_output, completion].find(isCharged),
    ),
    ...reference,
  ];
}

/** Numbers of prompt tokens above which another price may hold, ascending. */
function thresholdsOf({ overrides = [] }: CatalogEntry['model']['pricing']): readonly number[] {
  const minimums = overrides.flatMap(({ min_prompt_tokens: minimum }) => minimum ?? []);
  return [...new Set(minimums)].filter((minimum) => minimum >= 0).toSorted((a, b) => a - b);
}

interface PriceStep {
  readonly when: PriceCondition | undefined;
  readonly prices: RequestPrices;
}

/** Returns a line for each step at which the price changes; the last that applies counts. */
function tokenPrices(
  billable: 'prompt' | 'completion',
  steps: readonly PriceStep[],
  priceOf: (prices: RequestPrices) => string | undefined,
): readonly ImagePrice[] {
  let before = '0';
  return steps.flatMap(({ when, prices }): readonly ImagePrice[] => {
    const price = priceOf(prices);
    const usd = isCharged(price) ? price : '0';
    if (usd === before) return [];
    before = usd;
    return [{ billable, unit: 'token', usd, ...(when && { when }) }];
  });
}

function isCharged(price: string | undefined): price is string {
  return price !== undefined && Number(price) > 0;
}

/** Exact: catalogs have at most 12 digits behind the point, far less than a double holds. */
function perMegapixel(perToken: string): string {
  return (Number(perToken) * TOKENS_PER_MEGAPIXEL).toFixed(12).replace(/\.?0+$/, '');
}
