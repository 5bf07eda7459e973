import type { FailureClass } from '@model-gateway/core';

/** The client's status for a failure of the only provider. Source: contract §4.6. */
export const STATUS_OF: Readonly<Record<FailureClass, number>> = {
  parameter: 400,
  adapter: 400,
  policy: 400,
  context: 400,
  generation: 502,
  credential: 502,
  model: 502,
  timeout: 524,
  'too-large': 413,
  'rate-limited': 429,
  server: 502,
  malformed: 502,
  'cut-off': 502,
  overloaded: 529,
};
