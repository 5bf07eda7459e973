import type { Pricing } from '@model-gateway/core';
import * as v from 'valibot';
import { present } from '@model-gateway/core/kit';
import { each, perMillion, usd } from '../seed/money/usd.ts';

/** More than any price, and exact in picodollars. */
const MOST_USD = 9000;
const dollars = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(MOST_USD)));

/** Prices in the units that people use, in USD. */
export const PriceSchema = v.object({
  /** Per million tokens of input. */
  input: dollars,
  /** Per million tokens of output. */
  output: dollars,
  /** Per generated image. */
  image: dollars,
  /** Per request. */
  request: dollars,
});

export type Price = v.InferOutput<typeof PriceSchema>;

export const FREE: Price = { input: 0, output: 0, image: 0 };

/** Returns the same prices in the form of the wire: USD per token, image and request, decimal text. */
export function toPricing({ input = 0, output = 0, image, request }: Price): Pricing {
  return {
    prompt: usd(perMillion(input)),
    completion: usd(perMillion(output)),
    ...present({
      request: request === undefined ? undefined : usd(each(request)),
      image_output: image === undefined ? undefined : usd(each(image)),
    }),
  };
}
