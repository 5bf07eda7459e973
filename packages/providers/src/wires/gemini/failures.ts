import type { FailureRule } from '../../http/failure-rules.ts';

/**
 * What Google's errors mean beyond their status: of images and conversations, by status or inside an
 * answer with success, where only the name of the status tells.
 */
export const GEMINI_FAILURES: readonly FailureRule[] = [
  { code: /api_key_invalid|failed_precondition/, is: 'credential' },
  // At its beginning: behind it stand the client's own names.
  { status: [400], message: /^api.?key/i, is: 'credential' },
  { message: /exceeds the maximum number of tokens|input token count/i, is: 'context' },
  // A quota of nothing: the plan does not include the model, and waiting does not help.
  { code: /resource_exhausted/, message: /\blimit: 0\b/, is: 'credential' },
  // Clients have no word for these, except in options.
  {
    message: /Unknown name "\w+" at '(?:contents|tools|tool_?config|system_?instruction)/i,
    is: 'adapter',
  },
  { status: [504], is: 'timeout' },
  { code: /resource_exhausted/, is: 'rate-limited' },
];
