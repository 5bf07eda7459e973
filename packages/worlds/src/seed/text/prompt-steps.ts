import type { PriceOverride } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import type { PriceRow } from '../prices/price-row.ts';
import { perMillion, usd, type PicoUsd } from '../products/usd.ts';
import { times, type TokenPrices } from './token-prices.ts';

/** Returns what long prompts cost: the steps of the price list that the context reaches. */
export function promptStepsOf(
  [prompt, , others]: PriceRow,
  prices: TokenPrices,
  contextLength: number,
): PriceOverride[] {
  const steps = others?.steps ?? [];
  return steps
    .filter(([above]) => above < contextLength)
    .map(([above, raisedPrompt, raisedCompletion]) => {
      // What else is paid by the prompt rises with it.
      const raised = (price: PicoUsd | undefined) => {
        const amount = times(price, raisedPrompt / prompt);
        return amount === undefined ? undefined : usd(amount);
      };
      return {
        min_prompt_tokens: above,
        prompt: usd(perMillion(raisedPrompt)),
        completion: usd(perMillion(raisedCompletion)),
        ...present({
          audio: raised(prices.audio),
          input_audio_cache: raised(prices.input_audio_cache),
          input_cache_read: raised(prices.input_cache_read),
          input_cache_write: raised(prices.input_cache_write),
          input_cache_write_1h: raised(prices.input_cache_write_1h),
        }),
      };
    });
}
