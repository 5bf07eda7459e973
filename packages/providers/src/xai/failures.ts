import type { FailureRule } from '../http/failure-rules.ts';

/** Its codes are sentences of gRPC, so the message decides; spaces in it may be percent-escapes. */
export const XAI_FAILURES: readonly FailureRule[] = [
  // Behind a colon stand the client's own words.
  { status: [400], message: /^(?:[a-z ]|%20){0,40}api(?:.|%20)?key/i, is: 'credential' },
  { status: [400, 403, 422], message: /moderation|safety/i, is: 'policy' },
  { status: [429], message: /credits|spending limit/i, is: 'credential' },
];
