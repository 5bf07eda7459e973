import type { ProviderFailure } from '@model-gateway/core';
import { classifyError } from '../../http/classify.ts';
import type { FailureRule } from '../../http/failure-rules.ts';
import { CHAT_FAILURES } from '../openai-chat/failures.ts';

/** What Anthropic's errors mean beyond their status and type. */
export const MESSAGE_FAILURES: readonly FailureRule[] = [
  // A limit that the organization or its contract has set, with 400, 402 or 429.
  { code: /spend_limit|organization_on_hold|billing/, is: 'credential' },
  {
    status: [400, 429],
    // Behind a colon or in quotes stand the client's own words.
    message:
      /^[^:"]{0,120}(?:usage limits?|spend(?:ing)? limit|credit balance|organization has been disabled)/i,
    is: 'credential',
  },
  { code: /cmek_key|workspace_|api_key/, is: 'credential' },
  {
    message:
      /prompt is too long|exceed(?:s|ed)? (?:the )?context (?:limit|window)|too many total text bytes/i,
    is: 'context',
  },
  { message: /content filtering policy|blocked by .{0,20}polic/i, is: 'policy' },
  { code: /^timeout_error$/, is: 'timeout' },
  ...CHAT_FAILURES,
];

/** Classifies an error inside an answer with success: of an event, or in place of a message. */
export function classifyMessageError(body: unknown): ProviderFailure {
  return classifyError(body, MESSAGE_FAILURES);
}
