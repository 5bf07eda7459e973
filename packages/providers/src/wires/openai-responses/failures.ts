import type { ProviderFailure } from '@model-gateway/core';
import { classifyError } from '../../http/classify.ts';
import type { FailureRule } from '../../http/failure-rules.ts';
import { CHAT_FAILURES } from '../openai-chat/failures.ts';

/** What the errors of this wire mean beyond their status: those of chat completions, and its own. */
export const RESPONSES_FAILURES: readonly FailureRule[] = [
  // A prompt that was flagged; wrong parameters have other codes.
  { code: /^invalid_prompt$/, is: 'policy' },
  // Pictures of the request, of which only the policy has a class of its own.
  { code: /(?:^|_)image(?:_(?!content_policy)|$)/, is: 'parameter' },
  ...CHAT_FAILURES,
];

/** Classifies an error inside an answer with success: of an event, or of a failed response. */
export function classifyResponsesError(body: unknown): ProviderFailure {
  return classifyError(body, RESPONSES_FAILURES);
}
