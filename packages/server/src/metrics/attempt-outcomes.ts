import type { AttemptRecord, FailureClass } from '@model-gateway/core';

type AttemptOutcome = AttemptRecord['outcome'] | FailureClass;

/** As a table, so that the compiler names a class of failures that is missing. */
const TABLE: Readonly<Record<AttemptOutcome, true>> = {
  succeeded: true,
  failed: true,
  abandoned: true,
  parameter: true,
  adapter: true,
  policy: true,
  context: true,
  generation: true,
  credential: true,
  model: true,
  timeout: true,
  'too-large': true,
  'rate-limited': true,
  server: true,
  malformed: true,
  'cut-off': true,
  overloaded: true,
};

/** Every value of the label `outcome` of attempts: a failure is named by its class. */
export const ATTEMPT_OUTCOMES: readonly string[] = Object.keys(TABLE);
