import type { Pricing } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import type { Modalities } from '../architecture.ts';
import { chance, type Draws } from '../draws.ts';
import { usd, type PicoUsd } from '../usd.ts';
import { valueAt } from '../weighted.ts';
import { PRICE_LISTS } from './price-lists.ts';
import { promptTiersOf } from './prompt-tiers.ts';
import { tokenPricesOf } from './token-prices.ts';
import type { Traits } from './traits.ts';

/** No discount was observed; a few models have one here, so that clients meet one. */
const DISCOUNTED = 0.02;
const DISCOUNTS = [0.1, 0.2, 0.25, 0.5];

/** Observed: an image token put out costs 20 times as much as a text token. */
const IMAGE_OUTPUT_RATIO = 20;

export function pricingOf(
  traits: Traits,
  modalities: Modalities,
  contextLength: number,
  index: number,
  draws: Draws,
): Pricing {
  const faker = draws('pricing', index);
  const prices = tokenPricesOf(traits, modalities, faker);
  const { webSearch } = PRICE_LISTS[traits.house];
  const multimodal = traits.house === 'multimodal';
  const makesImages = modalities.outputs.includes('image');
  const overrides = promptTiersOf(traits, prices, contextLength);
  return {
    prompt: usd(prices.prompt),
    completion: usd(prices.completion),
    ...present({
      image: multimodal && !makesImages ? usd(prices.prompt) : undefined,
      image_output: makesImages ? usd(prices.completion * IMAGE_OUTPUT_RATIO) : undefined,
      audio: price(prices.audio),
      input_audio_cache: price(prices.input_audio_cache),
      web_search: chance(faker, webSearch.share)
        ? valueAt(webSearch.usd, traits.line.searches)
        : undefined,
      internal_reasoning: multimodal && traits.reasons ? usd(prices.completion) : undefined,
      input_cache_read: price(prices.input_cache_read),
      input_cache_write: price(prices.input_cache_write),
      input_cache_write_1h: price(prices.input_cache_write_1h),
      discount: chance(faker, DISCOUNTED) ? faker.helpers.arrayElement(DISCOUNTS) : undefined,
      overrides: overrides.length === 0 ? undefined : overrides,
    }),
  };
}

function price(amount: PicoUsd | undefined): string | undefined {
  return amount === undefined ? undefined : usd(amount);
}
