import { present } from '../../../present.ts';
import type { WrittenUsage } from '../written-usage.ts';

/**
 * Writes `usage`. Its details are always there, because clients refuse an answer without them; what
 * the provider did not tell is 0. Source: contract §14.2.
 */
export function writeUsage({ usage, cost }: WrittenUsage) {
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const { reasoningTokens = 0 } = usage;
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cacheReadTokens, cache_write_tokens: cacheWriteTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
    ...present({ cost }),
  };
}
