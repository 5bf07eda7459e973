import type { Faker } from '@faker-js/faker';
import type { Modalities } from '../products/architecture.ts';
import type { PriceRow } from '../prices/price-row.ts';
import { perMillion, type PicoUsd } from '../products/usd.ts';
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

/** The prices that a line of a price list names, and those of sound for models that hear. */
export function tokenPricesOf(
  { house }: Traits,
  [prompt, completion, others = {}]: PriceRow,
  modalities: Modalities,
  faker: Faker,
): TokenPrices {
  const heard = house === 'multimodal' && modalities.inputs.includes('audio');
  const listed = (dollars: number | undefined) =>
    dollars === undefined ? undefined : perMillion(dollars);
  const usual = heard ? perMillion(prompt) * faker.helpers.arrayElement([1, 1, 2]) : undefined;
  const audio = heard ? (listed(others.audio) ?? usual) : undefined;
  return {
    prompt: perMillion(prompt),
    completion: perMillion(completion),
    audio,
    input_audio_cache: times(audio, 0.1),
    input_cache_read: listed(others.read),
    input_cache_write: listed(others.write),
    input_cache_write_1h: listed(others.hour),
  };
}

/** Multiplies a price; undefined stays undefined. */
export function times(price: PicoUsd | undefined, factor: number): PicoUsd | undefined {
  return price === undefined ? undefined : Math.round(price * factor);
}
