import type { Pricing } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import type { Modalities } from '../products/architecture.ts';
import type { Draws } from '../draws/draws.ts';
import { usd, type PicoUsd } from '../products/usd.ts';
import type { PriceRow } from '../prices/price-row.ts';
import { priceRowOf } from './price-row-of.ts';
import { promptStepsOf } from './prompt-steps.ts';
import { tokenPricesOf, type TokenPrices } from './token-prices.ts';
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
  const row = traits.sheet?.price ?? priceRowOf(traits.product, draws);
  const prices = tokenPricesOf(traits, row, modalities, draws('pricing', index));
  const multimodal = traits.house === 'multimodal';
  const makesImages = modalities.outputs.includes('image');
  const steps = promptStepsOf(row, prices, contextLength);
  return {
    prompt: usd(prices.prompt),
    completion: usd(prices.completion),
    ...present({
      image: multimodal && !makesImages ? usd(prices.prompt) : undefined,
      image_output: makesImages ? usd(prices.completion * IMAGE_OUTPUT_RATIO) : undefined,
      audio: price(prices.audio),
      input_audio_cache: price(prices.input_audio_cache),
      web_search: row[2]?.search,
      internal_reasoning: multimodal && traits.reasons ? usd(prices.completion) : undefined,
      input_cache_read: price(prices.input_cache_read),
      input_cache_write: price(prices.input_cache_write) ?? flatWriteOf(traits, row, prices),
      input_cache_write_1h: price(prices.input_cache_write_1h),
      overrides: steps.length === 0 ? undefined : steps,
    }),
  };
}

/**
 * Observed: what one vendor asks for writing to its cache does not depend on the prompt price, but
 * is a twelfth of a dollar per million tokens and hour, and 4.5 times that for models whose output
 * costs 10 dollars or more.
 */
function flatWriteOf(
  { house }: Traits,
  [, completion]: PriceRow,
  prices: TokenPrices,
): string | undefined {
  if (house !== 'multimodal' || prices.input_cache_read === undefined) return undefined;
  return completion >= EXPENSIVE ? '0.000000375' : '0.00000008333333333333334';
}

/** Dollars per million tokens. */
const EXPENSIVE = 10;

function price(amount: PicoUsd | undefined): string | undefined {
  return amount === undefined ? undefined : usd(amount);
}
