import type { ProviderFailure } from '@model-gateway/core';
import { classifyError } from '../../http/classify.ts';
import type { FailureRule } from '../../http/failure-rules.ts';

/** What Cohere's errors mean beyond their status. Source: docs.cohere.com, errors. */
export const COHERE_FAILURES: readonly FailureRule[] = [
  // A limit of the answer is another mistake.
  { message: /^too many tokens: (?!max tokens)|prompt is too long/i, is: 'context' },
  // A key for trials has calls for a month, which are used up.
  { message: /trial key.{0,80}\bmonth/i, is: 'credential' },
  { status: [498], message: /blocked|harmful/i, is: 'policy' },
  { status: [498], is: 'credential' },
  { status: [504], is: 'timeout' },
];

/** Within an answer with success there is a sentence and nothing else. */
const SENTENCES: readonly FailureRule[] = [
  { message: /\brate limit|too many requests|per minute/i, is: 'rate-limited' },
  { message: /overloaded|unavailable|capacity/i, is: 'overloaded' },
  { message: /timed? ?out|deadline/i, is: 'timeout' },
  { message: /\bblocked|harmful/i, is: 'policy' },
  { message: /^(?:invalid (?:request|type)|unknown field)/i, is: 'parameter' },
];

/** Classifies an error inside an answer with success. */
export function classifyCohereError(body: unknown): ProviderFailure {
  return classifyError(body, [...COHERE_FAILURES, ...SENTENCES]);
}
