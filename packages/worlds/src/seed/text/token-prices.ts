import type { Faker } from '@faker-js/faker';
import type { Modalities } from '../products/architecture.ts';
import { habitsOf } from '../habits/habits-of.ts';
import { inEra } from '../habits/vendor-habits.ts';
import type { PicoUsd } from '../products/usd.ts';
import { valueAt, type Weighted } from '../draws/weighted.ts';
import { OLDEST_MONTHS } from '../dates/era.ts';
import { PRICE_LISTS } from './price-lists.ts';
import type { TextPrices } from './sibling-prices.ts';
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

export function tokenPricesOf(
  traits: Traits,
  { prompt, completion }: TextPrices,
  modalities: Modalities,
  faker: Faker,
): TokenPrices {
  const { house, line, era } = traits;
  const list = PRICE_LISTS[house];
  const cached = line.caching < list.cacheRead.share && !soldBareText(traits);
  const { recentOnly = false, flat } = list.cacheWrite;
  const written = line.caching < list.cacheWrite.share && (!recentOnly || era === 'recent');
  const hourly = written && line.promptTiers < list.cacheWrite.hour;
  const heard = house === 'multimodal' && modalities.inputs.includes('audio');
  const audio = heard ? prompt * faker.helpers.arrayElement([1, 1, 2]) : undefined;
  const readRatio = valueAt(cacheReadOf(traits), faker.number.float());
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

/** What its vendor asks for cached input, over the prompt price; as vendors of its kind do by default. */
function cacheReadOf({ house, era, product }: Traits): readonly Weighted<number>[] {
  const { cacheRead } = habitsOf(product.family);
  return cacheRead === undefined ? PRICE_LISTS[house].cacheRead[era] : inEra(cacheRead, era);
}

/** Multiplies a price; undefined stays undefined. */
export function times(price: PicoUsd | undefined, factor: number): PicoUsd | undefined {
  return price === undefined ? undefined : Math.round(price * factor);
}
