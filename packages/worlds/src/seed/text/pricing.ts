import type { Pricing } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import type { Modalities } from '../products/architecture.ts';
import { chance, type Draws } from '../draws/draws.ts';
import { usd, type PicoUsd } from '../products/usd.ts';
import { valueAt } from '../draws/weighted.ts';
import { PRICE_LISTS } from './price-lists.ts';
import { promptTiersOf } from './prompt-tiers.ts';
import { siblingPricesOf } from './sibling-prices.ts';
import { soldBareText, tokenPricesOf } from './token-prices.ts';
import type { Traits } from './traits.ts';

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
  const sold = siblingPricesOf(traits.product, draws);
  const prices = tokenPricesOf(traits, sold, modalities, faker);
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
      web_search:
        chance(faker, webSearch.share) && !soldBareText(traits)
          ? valueAt(webSearch.usd, traits.line.searches)
          : undefined,
      internal_reasoning: multimodal && traits.reasons ? usd(prices.completion) : undefined,
      input_cache_read: price(prices.input_cache_read),
      input_cache_write: price(prices.input_cache_write) ?? flatWriteOf(traits),
      input_cache_write_1h: price(prices.input_cache_write_1h),
      overrides: overrides.length === 0 ? undefined : overrides,
    }),
  };
}

/** Observed: what one vendor asks for writing to its cache does not depend on the prompt price. */
function flatWriteOf({ house, line, product }: Traits): string | undefined {
  const { flat, share } = PRICE_LISTS[house].cacheWrite;
  if (flat === undefined || line.caching >= share) return undefined;
  return product.tier.size > 0.6 ? flat.large : flat.small;
}

function price(amount: PicoUsd | undefined): string | undefined {
  return amount === undefined ? undefined : usd(amount);
}
