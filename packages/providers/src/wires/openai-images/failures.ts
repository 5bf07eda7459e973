import type { FailureRule } from '../../http/failure-rules.ts';

/** What OpenAI's errors mean beyond their status. */
export const OPENAI_FAILURES: readonly FailureRule[] = [
  { code: /moderation_blocked|content_policy_violation/, is: 'policy' },
  { code: /billing_hard_limit_reached|insufficient_quota/, is: 'credential' },
  { code: /model_not_found/, is: 'model' },
  { status: [400, 413], code: /too_large/, is: 'too-large' },
];
