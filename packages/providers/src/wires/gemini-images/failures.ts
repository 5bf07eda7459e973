import type { FailureRule } from '../../http/failure-rules.ts';

/** What Google's errors mean beyond their status. */
export const GEMINI_FAILURES: readonly FailureRule[] = [
  { status: [400], code: /api_key_invalid|failed_precondition/, is: 'credential' },
  { status: [400], message: /api.?key/i, is: 'credential' },
  { status: [504], is: 'timeout' },
];
