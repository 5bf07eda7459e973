import type { ChatUsage } from '@model-gateway/core/chat';
import { present } from '@model-gateway/core/kit';
import { countOf, fieldsOf } from '../../http/fields.ts';
import { exactCost, usdOf } from '../../http/money.ts';

/** How a server of this wire counts, where its numbers do not say it. */
export interface CountingRules {
  /**
   * Whether `completion_tokens` leaves out the tokens of reasoning: true unless a total says otherwise,
   * or always, because the total leaves them out, too.
   */
  readonly addsReasoning?: boolean | 'always';
  /** Whether `cost` is what the server charges, USD. */
  readonly statesCost?: boolean;
}

/**
 * Reads the counts of an answer; undefined when it has none. What is no count is not told. Servers
 * differ in whether the input contains cached tokens and the output those of reasoning: a part that
 * is larger than its whole, or a total, shows that it does not.
 */
export function readChatUsage(usage: unknown, rules: CountingRules = {}): ChatUsage | undefined {
  const fields = fieldsOf(usage);
  const input = fieldsOf(
    fields['prompt_tokens_details'] ??
      fields['prompt_token_details'] ??
      fields['input_tokens_details'],
  );
  const output = fieldsOf(fields['completion_tokens_details'] ?? fields['output_tokens_details']);
  const prompt = countOf(fields['prompt_tokens'] ?? fields['input_tokens']);
  const completion = countOf(fields['completion_tokens'] ?? fields['output_tokens']);
  if (prompt === undefined && completion === undefined) return undefined;
  const read = countOf(
    input['cached_tokens'] ??
      fields['prompt_cache_hit_tokens'] ??
      fields['cached_tokens'] ??
      fields['num_cached_tokens'],
  );
  const written = countOf(input['cache_write_tokens'] ?? input['cache_creation_input_tokens']);
  const reasoning = countOf(output['reasoning_tokens'] ?? fields['reasoning_tokens']) ?? 0;
  const inputTokens = (read ?? 0) > (prompt ?? 0) ? (prompt ?? 0) + (read ?? 0) : prompt;
  const total = countOf(fields['total_tokens']);
  const without = (prompt ?? 0) + (completion ?? 0);
  const { addsReasoning = false } = rules;
  const isTold = total === without || total === without + reasoning;
  const isAdded = addsReasoning === 'always' || (isTold ? total !== without : addsReasoning);
  const outputTokens =
    completion === undefined ? undefined : completion + (isAdded ? reasoning : 0);
  const costUsd =
    usdOf(fields['cost_in_usd_ticks'], TICK_DIGITS) ??
    (rules.statesCost === true ? exactCost(fields['cost']) : undefined);
  return present({
    inputTokens,
    cacheReadTokens: read,
    cacheWriteTokens: atMost(written, inputTokens),
    inputAudioTokens: atMost(countOf(input['audio_tokens']), inputTokens),
    outputTokens,
    reasoningTokens: atMost(reasoning === 0 ? undefined : reasoning, outputTokens),
    outputAudioTokens: atMost(countOf(output['audio_tokens']), outputTokens),
    costUsd,
  });
}

/** Of xAI's unit of money. */
const TICK_DIGITS = 10;

function atMost(part: number | undefined, whole: number | undefined): number | undefined {
  return part === undefined ? undefined : Math.min(part, whole ?? 0);
}
