import type { ProviderFailure } from '@model-gateway/core';
import { classifyError } from '../../http/classify.ts';
import type { FailureRule } from '../../http/failure-rules.ts';

/**
 * What the errors of this wire mean beyond their status, whichever vendor answers: codes of one vendor are
 * not used by another.
 */
export const CHAT_FAILURES: readonly FailureRule[] = [
  { code: /insufficient_quota|billing_hard_limit|exceeded_current_quota/, is: 'credential' },
  // Z.AI: the balance is used up, the account is in arrears or locked.
  { status: [429], code: /^111[0-3]$/, is: 'credential' },
  { code: /context_length_exceeded|exceed_context_size|context_window/, is: 'context' },
  {
    status: [400, 403, 413, 422, 500],
    message:
      /maximum context length|context (?:length|window|size)|(?:prompt|input) is too long|input.{0,20}\+ `?max_(?:new_)?tokens|tokens? exceeds? the (?:limit|maximum)/i,
    is: 'context',
  },
  { code: /tool_use_failed|json_validate_failed|output_parse_failed/, is: 'generation' },
  { code: /overloaded/, is: 'overloaded' },
  { code: /data_inspection_failed|moderation_blocked|content_policy_violation/, is: 'policy' },
  { code: /model_not_found|model_decommissioned|invalid_model/, is: 'model' },
  // Groq's capacity for flexible requests.
  { status: [498], is: 'overloaded' },
  { status: [504], is: 'timeout' },
];

/** Classifies an error inside an answer with success; a text is its sentence. */
export function classifyChatError(
  body: unknown,
  rules: readonly FailureRule[] = [],
): ProviderFailure {
  return classifyError(body, [...rules, ...CHAT_FAILURES]);
}
