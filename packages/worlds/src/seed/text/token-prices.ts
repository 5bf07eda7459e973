import type { Faker } from '@faker-js/faker';
import type { Modalities } from '../architecture.ts';
import { oddPrice, perMillion, roundPrice, type PicoUsd } from '../usd.ts';
import { priceListOf } from './price-lists.ts';
import type { Traits } from './traits.ts';

/** Prices per token, in the order in which the wire has them. */
export interface TokenPrices {
  readonly prompt: PicoUsd;
  readonly completion: PicoUsd;
  readonly audio: PicoUsd | undefined;
  readonly input_audio_cache: PicoUsd | undefined;
  readonly input_cache_read: PicoUsd | undefined;
  readonly input_cache_write: PicoUsd | undefined;
  readonly input_cache_write_1h: PicoUsd | undefined;
}

/** The price of a one-hour cache write over the prompt price. */
const HOUR_RATIO = 2;

export function tokenPricesOf(traits: Traits, modalities: Modalities, faker: Faker): TokenPrices {
  const { house, line, era } = traits;
  const list = priceListOf(house);
  const print = list.printing === 'round' ? roundPrice : oddPrice;
  const dollars = print(usualPrice(traits) * Math.exp(line.price * list.spread));
  const prompt = perMillion(dollars);
  const completion = perMillion(print(dollars * faker.helpers.arrayElement(list.completion[era])));

  const cached = line.caching < list.cacheRead.share;
  const written = line.caching < list.cacheWrite.share;
  const hourly = written && line.promptTiers < list.cacheWrite.hour;
  const heard = house === 'multimodal' && modalities.inputs.includes('audio');
  const audio = heard ? prompt * faker.helpers.arrayElement([1, 1, 2]) : undefined;
  return {
    prompt,
    completion,
    audio,
    input_audio_cache: times(audio, 0.1),
    input_cache_read: cached
      ? times(prompt, faker.helpers.arrayElement(list.cacheRead[era]))
      : undefined,
    input_cache_write: written ? times(prompt, list.cacheWrite.ratio) : undefined,
    input_cache_write_1h: hourly ? times(prompt, HOUR_RATIO) : undefined,
  };
}

/** Of a model of this size from a vendor of this kind, dollars per million prompt tokens. */
function usualPrice({ house, product }: Traits): number {
  const [smallest, largest] = priceListOf(house).prompt;
  return smallest * (largest / smallest) ** product.tier.size;
}

/** Multiplies a price; undefined stays undefined. */
export function times(price: PicoUsd | undefined, factor: number): PicoUsd | undefined {
  return price === undefined ? undefined : Math.round(price * factor);
}
