import type { Pricing } from '@model-gateway/core';
import { present } from '@model-gateway/core/kit';
import { perMillion } from '../options/per-million.ts';

interface MorePrices {
  /** Of tokens that are written to the cache. */
  readonly write?: number;
  /** Of tokens that the cache keeps for an hour. */
  readonly writeHour?: number;
  readonly audio?: number;
}

/** Returns prices given in USD per million tokens, as vendors list them; `read` is of the cache. */
export function usd(
  prompt: number,
  completion: number,
  read?: number,
  { write, writeHour, audio }: MorePrices = {},
): Pricing {
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

/**
 * Returns `usd()` for models whose requests of more than `tokens` cost this many times as much; the
 * cache follows the prompt.
 */
export function usdUpTo(
  tokens: number,
  times: { readonly prompt: number; readonly completion: number },
): typeof usd {
  const more = (price: number | undefined) => (price === undefined ? price : price * times.prompt);
  return (prompt, completion, read, others) => {
    const { write, writeHour, audio } = others ?? {};
    const longer = usd(
      prompt * times.prompt,
      completion * times.completion,
      more(read),
      present({ write: more(write), writeHour: more(writeHour), audio: more(audio) }),
    );
    const overrides = [{ min_prompt_tokens: tokens, ...longer }];
    return { ...usd(prompt, completion, read, others), overrides };
  };
}
