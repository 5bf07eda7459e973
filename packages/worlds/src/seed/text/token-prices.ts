import type { Faker } from '@faker-js/faker';
import type { Modalities } from '../architecture.ts';
import { normalQuantile } from '../normal-quantile.ts';
import { perMillion, roundPrice, shortPrice, type PicoUsd } from '../usd.ts';
import { valueAt } from '../weighted.ts';
import { PRICE_LISTS } from './price-lists.ts';
import { PROMPT_PRICES } from './prompt-prices.ts';
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
  const list = PRICE_LISTS[house];
  const dollars = valueAt(PROMPT_PRICES[house], standing(traits));
  const prompt = perMillion(dollars);
  const ratio = valueAt(list.completion, faker.number.float());
  // A round ratio of a round price is written in full: 8 × 1.25 is 10, and 5 × 0.195 is 0.975.
  const exact = dollars * ratio;
  const isRound = faker.number.float() < list.roundCompletion;
  const completion = perMillion(
    isRound ? roundPrice(exact) : Number.isInteger(ratio) ? exact : shortPrice(exact),
  );

  const cached = line.caching < list.cacheRead.share;
  const written = line.caching < list.cacheWrite.share;
  const hourly = written && line.promptTiers < list.cacheWrite.hour;
  const heard = house === 'multimodal' && modalities.inputs.includes('audio');
  const audio = heard ? prompt * faker.helpers.arrayElement([1, 1, 2]) : undefined;
  const readRatio = valueAt(list.cacheRead[era], faker.number.float());
  const writeRatio = written ? valueAt(list.cacheWrite.ratios, faker.number.float()) : 0;
  return {
    prompt,
    completion,
    audio,
    input_audio_cache: times(audio, 0.1),
    input_cache_read: cached ? times(prompt, readRatio) : undefined,
    input_cache_write: written ? times(prompt, writeRatio) : undefined,
    input_cache_write_1h: hourly ? times(prompt, HOUR_RATIO) : undefined,
  };
}

/** How much a model's size decides about its price, and how much its line does. */
const BY_SIZE = 0.9;

/** The place of a model on its vendor's price list, from 0 to 1: larger ones cost more. */
function standing({ house, line, product }: Traits): number {
  const [mean, deviation] = PRICE_LISTS[house].sizes;
  const bySize = (product.tier.size - mean) / deviation;
  const share = normalQuantile(BY_SIZE * bySize + Math.sqrt(1 - BY_SIZE ** 2) * line.price);
  return Math.min(Math.max(share, 0), 0.9999);
}

/** Multiplies a price; undefined stays undefined. */
export function times(price: PicoUsd | undefined, factor: number): PicoUsd | undefined {
  return price === undefined ? undefined : Math.round(price * factor);
}
