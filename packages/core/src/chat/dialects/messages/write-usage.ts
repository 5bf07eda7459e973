import { present } from '../../../present.ts';
import type { WrittenUsage } from '../written-usage.ts';

/**
 * Writes `usage`: tokens of the input are told without those of the prompt cache, each of them once.
 * Source: contract §13.2.
 */
export function writeUsage({ usage, cost }: WrittenUsage) {
  const { inputTokens = 0, outputTokens = 0, reasoningTokens, searches, fetches } = usage;
  const { cacheReadTokens: read = 0, cacheWriteTokens: written } = usage;
  const forAnHour = Math.min(usage.cacheWriteHourTokens ?? 0, written ?? 0);
  return {
    input_tokens: Math.max(0, inputTokens - read - (written ?? 0)),
    output_tokens: outputTokens,
    cache_creation_input_tokens: written ?? 0,
    cache_read_input_tokens: read,
    cache_creation:
      written === undefined
        ? null
        : {
            ephemeral_5m_input_tokens: written - forAnHour,
            ephemeral_1h_input_tokens: forAnHour,
          },
    output_tokens_details:
      reasoningTokens === undefined ? null : { thinking_tokens: reasoningTokens },
    server_tool_use:
      searches === undefined && fetches === undefined
        ? null
        : { web_search_requests: searches ?? 0, web_fetch_requests: fetches ?? 0 },
    service_tier: 'standard',
    speed: null,
    inference_geo: null,
    ...present({ cost }),
  };
}
