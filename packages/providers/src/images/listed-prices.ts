import type { ImageEndpoint, ImagePrice, Pricing } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';

/**
 * Returns prices of images as a catalog lists them. Conditional ones have no place there: the listed
 * price is the one without a condition.
 */
export function listedPrices({ pricing }: Pick<ImageEndpoint, 'pricing'>): Pricing {
  const priceOf = (billable: ImagePrice['billable'], unit: ImagePrice['unit']) =>
    pricing.find((price) => price.billable === billable && price.unit === unit && !price.when)?.usd;
  return {
    prompt: priceOf('prompt', 'token') ?? '0',
    completion: priceOf('completion', 'token') ?? '0',
    ...present({
      image: priceOf('input_image', 'image'),
      image_output: priceOf('output_image', 'image'),
      image_token: priceOf('prompt_image', 'token'),
    }),
  };
}
