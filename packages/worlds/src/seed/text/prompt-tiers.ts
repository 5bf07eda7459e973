import type { PriceOverride } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import type { House } from '../families/family.ts';
import { usd, type PicoUsd } from '../products/usd.ts';
import { times, type TokenPrices } from './token-prices.ts';
import type { Traits } from './traits.ts';

interface PromptTier {
  readonly above: number;
  /** Factors for the prices of the prompt's side, and for the completion price. */
  readonly prompt: number;
  readonly completion: number;
}

/**
 * Observed on 13 % of models, 1 or 2 tiers each: doubled prompt and 1.5 times the completion price
 * above 272000 or 200000 tokens; other vendors double both above 128000 or 200000, or triple both
 * above 256000, and some have two steps.
 */
const STEEP: readonly (readonly PromptTier[])[] = [
  [{ above: 128_000, prompt: 2, completion: 2 }],
  [{ above: 128_000, prompt: 3, completion: 3 }],
  [{ above: 200_000, prompt: 2, completion: 2 }],
  [{ above: 200_000, prompt: 2, completion: 2 }],
  [{ above: 256_000, prompt: 3, completion: 3 }],
  [{ above: 256_000, prompt: 3, completion: 3 }],
  [{ above: 256_000, prompt: 4, completion: 2 }],
  [
    { above: 32_000, prompt: 2, completion: 2 },
    { above: 128_000, prompt: 2.5, completion: 2.5 },
  ],
];
const ABOVE_272K: readonly PromptTier[] = [{ above: 272_000, prompt: 2, completion: 1.5 }];
const ABOVE_200K: readonly PromptTier[] = [{ above: 200_000, prompt: 2, completion: 1.5 }];

/** Share of the lines whose longer prompts cost more. */
const SHARES: Readonly<Record<House, number>> = {
  flagship: 0.4,
  assistant: 0.2,
  multimodal: 1,
  cloud: 0.52,
  open: 0,
  community: 0,
};

export function promptTiersOf(
  traits: Traits,
  prices: TokenPrices,
  contextLength: number,
): PriceOverride[] {
  if (traits.line.promptTiers >= SHARES[traits.house]) return [];
  return tiersOf(traits)
    .filter(({ above }) => above < contextLength)
    .map((tier) => overrideOf(tier, prices));
}

function tiersOf({ house, line, product }: Traits): readonly PromptTier[] {
  if (house === 'flagship') return ABOVE_272K.filter(() => product.tier.focus !== 'drawing');
  if (house === 'assistant') return ABOVE_200K;
  if (house === 'multimodal') return product.tier.size > 0.6 ? ABOVE_200K : [];
  return STEEP[Math.floor(line.steps * STEEP.length)] ?? [];
}

function overrideOf({ above, prompt, completion }: PromptTier, prices: TokenPrices): PriceOverride {
  const raised = (price: PicoUsd | undefined) => {
    const amount = times(price, prompt);
    return amount === undefined ? undefined : usd(amount);
  };
  return {
    min_prompt_tokens: above,
    prompt: usd(Math.round(prices.prompt * prompt)),
    completion: usd(Math.round(prices.completion * completion)),
    ...present({
      audio: raised(prices.audio),
      input_audio_cache: raised(prices.input_audio_cache),
      input_cache_read: raised(prices.input_cache_read),
      input_cache_write: raised(prices.input_cache_write),
      input_cache_write_1h: raised(prices.input_cache_write_1h),
    }),
  };
}
