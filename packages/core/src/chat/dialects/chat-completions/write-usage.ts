import { present } from '../../../present.ts';
import type { FinishReason } from '../../../ports/chat-parts.ts';
import type { WrittenUsage } from '../written-usage.ts';

/**
 * Writes `usage`. Members that the provider did not tell are left out, never null, because clients
 * refuse nulls there; a total that it did not tell is 0. Source: contract §12.5.
 */
export function writeUsage({ usage, cost }: WrittenUsage) {
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens, cacheWriteTokens } = usage;
  const { inputAudioTokens, reasoningTokens, outputAudioTokens, outputImageTokens } = usage;
  const input = present({ cache_write_tokens: cacheWriteTokens, audio_tokens: inputAudioTokens });
  const output = present({ audio_tokens: outputAudioTokens, image_tokens: outputImageTokens });
  const hasInput = cacheReadTokens !== undefined || Object.keys(input).length > 0;
  const hasOutput = reasoningTokens !== undefined || Object.keys(output).length > 0;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(hasInput && { prompt_tokens_details: { cached_tokens: cacheReadTokens ?? 0, ...input } }),
    ...(hasOutput && {
      completion_tokens_details: { reasoning_tokens: reasoningTokens ?? 0, ...output },
    }),
    ...present({ cost }),
  };
}

/** The word of chat completions for each reason. Source: contract §12.5. */
export const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  length: 'length',
  calls: 'tool_calls',
  filter: 'content_filter',
  refusal: 'content_filter',
  pause: 'stop',
  other: 'stop',
};
