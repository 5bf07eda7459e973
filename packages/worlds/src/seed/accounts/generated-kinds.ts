import type { DESTINATION_KINDS } from '@model-gateway/core';

/** The generated kinds: a list, so that a new kind in core does not change the golden world. */
export const GENERATED_KINDS = [
  'langfuse',
  'webhook',
  'otel-collector',
  'langsmith',
  'braintrust',
  'datadog',
  'posthog',
  'grafana',
  'newrelic',
  'arize',
  'opik',
  'sentry',
  'weave',
  'clickhouse',
  's3',
  'snowflake',
] as const satisfies readonly (keyof typeof DESTINATION_KINDS)[];
