import * as v from 'valibot';
import { described, optional } from './described.ts';

/** An optional price, USD per unit as a decimal string, for example `"0.000003"`. */
const price = (description: string) => optional(v.string(), description);

const PER = {
  prompt: 'USD per prompt token.',
  completion: 'USD per completion token.',
  cacheRead: 'USD per cached input token.',
  cacheWrite: 'USD per token written to the cache, at the default (short) lifetime.',
  cacheWriteHour: 'USD per token written to the cache for one hour, where priced separately.',
  audio: 'USD per audio input token.',
  audioCache: 'USD per cached audio input token.',
};

/** Prices that replace the base prices above `min_prompt_tokens`. Source: contract §8.5. */
const PriceOverrideSchema = described(
  v.object({
    min_prompt_tokens: optional(
      v.number(),
      'The entry applies to requests with strictly more prompt tokens.',
    ),
    prompt: price(PER.prompt),
    completion: price(PER.completion),
    input_cache_read: price(PER.cacheRead),
    input_cache_write: price(PER.cacheWrite),
    input_cache_write_1h: price(PER.cacheWriteHour),
    audio: price(PER.audio),
    input_audio_cache: price(PER.audioCache),
  }),
  'Prices that replace the base prices when all conditions of the entry match. Later entries win, price by price; prices that an entry leaves out stay as they are.',
  { title: 'PriceOverride' },
);

/** Source: contract §8.5. */
export const PricingSchema = described(
  v.object({
    prompt: described(v.string(), PER.prompt, { examples: ['0.000003'] }),
    completion: described(v.string(), PER.completion, { examples: ['0.000015'] }),
    request: price('USD per request.'),
    image: price('USD per input image.'),
    image_output: price('USD per output image.'),
    image_token: price('USD per image token.'),
    audio: price(PER.audio),
    audio_output: price('USD per audio output token.'),
    input_audio_cache: price(PER.audioCache),
    input_cache_read: price(PER.cacheRead),
    input_cache_write: price(PER.cacheWrite),
    input_cache_write_1h: price(PER.cacheWriteHour),
    internal_reasoning: price('USD per reasoning token.'),
    web_search: price('USD per web search.'),
    discount: optional(
      v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
      'Prices are multiplied by 1 - discount: 0 is no discount, 1 is free.',
    ),
    overrides: optional(
      v.array(PriceOverrideSchema),
      'Prices under other conditions than the default.',
    ),
  }),
  'Prices under default conditions: USD per unit as decimal text. `-1` means that the price is not fixed.',
  { title: 'Pricing' },
);

/** The prices of a model: USD per unit as decimal text, `-1` where not fixed. Source: contract §8.5. */
export type Pricing = v.InferOutput<typeof PricingSchema>;

/** Prices that replace the base prices under a condition. Source: contract §8.5. */
export type PriceOverride = v.InferOutput<typeof PriceOverrideSchema>;
