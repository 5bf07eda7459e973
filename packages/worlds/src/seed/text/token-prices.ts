import type { Faker } from '@faker-js/faker';
import type { Modalities } from '../architecture.ts';
import { normal } from '../draws.ts';
import type { House } from '../families/family.ts';
import { normalQuantile } from '../normal-quantile.ts';
import { perMillion, roundPrice, shortPrice, type PicoUsd } from '../usd.ts';
import { valueAt } from '../weighted.ts';
import { OLDEST_MONTHS } from './era.ts';
import { PRICE_LISTS } from './price-lists.ts';
import { PROMPT_PRICES } from './prompt-prices.ts';
import { placeAmong } from './siblings.ts';
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
  const dollars = valueAt(PROMPT_PRICES[house], standing(traits, normal(faker)));
  const prompt = perMillion(dollars);
  const ratio = valueAt(list.completion, placeAmong(traits.siblings.completionRatio, faker));
  // A round ratio of a round price is written in full: 8 × 1.25 is 10, and 5 × 0.195 is 0.975.
  const exact = dollars * ratio;
  const isRound = faker.number.float() < list.roundCompletion;
  const completion = perMillion(
    isRound ? roundPrice(exact) : Number.isInteger(ratio) ? exact : shortPrice(exact),
  );

  const cached = line.caching < list.cacheRead.share && !soldBareText(traits);
  const { recentOnly = false, flat } = list.cacheWrite;
  const written = line.caching < list.cacheWrite.share && (!recentOnly || era === 'recent');
  const hourly = written && line.promptTiers < list.cacheWrite.hour;
  const heard = house === 'multimodal' && modalities.inputs.includes('audio');
  const audio = heard ? prompt * faker.helpers.arrayElement([1, 1, 2]) : undefined;
  const readRatio = valueAt(list.cacheRead[era], faker.number.float());
  const byRatio = written && flat === undefined;
  const writeRatio = byRatio ? valueAt(list.cacheWrite.ratios, faker.number.float()) : 0;
  return {
    prompt,
    completion,
    audio,
    input_audio_cache: times(audio, 0.1),
    input_cache_read: cached ? times(prompt, readRatio) : undefined,
    input_cache_write: byRatio ? times(prompt, writeRatio) : undefined,
    input_cache_write_1h: hourly ? times(prompt, HOUR_RATIO) : undefined,
  };
}

/** True for the oldest closed models, whose price lists named prompt and completion only. */
export function soldBareText({ house, releaseMonthsOld }: Traits): boolean {
  return (house === 'flagship' || house === 'cloud') && releaseMonthsOld > OLDEST_MONTHS;
}

/** How much a model's size decides about its price, and how much its line does. */
const BY_SIZE = 0.9;
/** The same for what hosts and resellers, of which each has prices of its own, make of it. */
const BY_LINE: Readonly<Record<House, number>> = {
  flagship: 1,
  assistant: 1,
  multimodal: 1,
  cloud: 0.8,
  open: 0.7,
  community: 0.7,
};

/** The place of a model on its vendor's price list, from 0 to 1: larger ones cost more. */
function standing({ house, line, product }: Traits, own: number): number {
  const [mean, deviation] = PRICE_LISTS[house].sizes;
  const bySize = (product.tier.size - mean) / deviation;
  const byLine = BY_LINE[house];
  const rest = byLine * line.price + Math.sqrt(1 - byLine ** 2) * own;
  const share = normalQuantile(BY_SIZE * bySize + Math.sqrt(1 - BY_SIZE ** 2) * rest);
  return Math.min(Math.max(share, 0), 0.9999);
}

/** Multiplies a price; undefined stays undefined. */
export function times(price: PicoUsd | undefined, factor: number): PicoUsd | undefined {
  return price === undefined ? undefined : Math.round(price * factor);
}
