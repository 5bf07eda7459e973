import type { Pricing } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import { perMillion } from '../options/per-million.ts';

/** USD per million tokens, as vendors list them. */
interface ListedPrices {
  readonly prompt: number;
  readonly completion: number;
  readonly read?: number;
  readonly write?: number;
  /** Of tokens that the cache keeps for an hour. */
  readonly writeHour?: number;
  readonly audio?: number;
}

/** Returns the prices of tokens; `above` has those of requests with more tokens than this. */
export function pricesPerMillion(
  listed: ListedPrices,
  above?: ListedPrices & { readonly tokens: number },
): Pricing {
  if (above === undefined) return pricesOf(listed);
  const overrides = [{ min_prompt_tokens: above.tokens, ...pricesOf(above) }];
  return { ...pricesOf(listed), overrides };
}

function pricesOf({ prompt, completion, read, write, writeHour, audio }: ListedPrices) {
  return {
    prompt: perMillion(prompt),
    completion: perMillion(completion),
    ...present({
      input_cache_read: read === undefined ? undefined : perMillion(read),
      input_cache_write: write === undefined ? undefined : perMillion(write),
      input_cache_write_1h: writeHour === undefined ? undefined : perMillion(writeHour),
      audio: audio === undefined ? undefined : perMillion(audio),
    }),
  };
}
