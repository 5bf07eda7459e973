import { pricesFor, type CatalogEntry, type ImagePrice } from '@model-gateway/core';

/** What an image of a million pixels counts as, where a model has a price for image tokens only. */
const TOKENS_PER_MEGAPIXEL = 4096;

/**
 * No image costs less than this, USD: catalogs in the wild give `image_output` per token, and no
 * member says which of the two it is.
 */
const CHEAPEST_IMAGE = 0.0005;

/**
 * The price list of a model's endpoint, after discount: per image where the catalog has a price for
 * one, per token where prompts cost something too, else per megapixel. Empty when everything is
 * free or has no price (a router's "-1"). Source: spec §2.5; which price an endpoint charges by is
 * not specified.
 */
export function endpointPricing(model: CatalogEntry['model']): readonly ImagePrice[] {
  const prices = pricesFor(model.pricing, 0);
  const { image_output: perImage, image_token: perToken, prompt, completion, image } = prices;
  const reference: readonly ImagePrice[] = isCharged(image)
    ? [{ billable: 'input_image', unit: 'image', usd: image }]
    : [];
  if (isCharged(perImage) && Number(perImage) >= CHEAPEST_IMAGE) {
    return [{ billable: 'output_image', unit: 'image', usd: perImage }, ...reference];
  }
  if (isCharged(perToken) && !isCharged(prompt)) {
    const usd = perMegapixel(perToken);
    return [{ billable: 'output_image', unit: 'megapixel', usd }, ...reference];
  }
  const output = [perToken, perImage, completion].find(isCharged);
  return [
    ...(isCharged(prompt) ? [{ billable: 'prompt', unit: 'token', usd: prompt } as const] : []),
    ...(output === undefined
      ? []
      : [{ billable: 'completion', unit: 'token', usd: output } as const]),
    ...reference,
  ];
}

function isCharged(price: string | undefined): price is string {
  return price !== undefined && Number(price) > 0;
}

/** Exact: catalogs have at most 12 digits behind the point, far less than a double holds. */
function perMegapixel(perToken: string): string {
  return (Number(perToken) * TOKENS_PER_MEGAPIXEL).toFixed(12).replace(/\.?0+$/, '');
}
