import type { Destination, DESTINATION_KINDS } from '@model-gateway/core';
import { WORKSPACE } from './records.ts';

/** A config of every kind with every member; secrets contain the word SECRET. */
export const CONFIGS = {
  langfuse: {
    publicKey: 'pk-SECRET-1',
    secretKey: 'sk-SECRET-2',
    baseUrl: 'https://langfuse.example',
  },
  webhook: { url: 'https://hooks.example/in?team=7', method: 'PUT', signingSecret: 'SECRET-3' },
  'otel-collector': { endpoint: 'https://collector.example:4318' },
  langsmith: {
    apiKey: 'SECRET-4',
    endpoint: 'https://langsmith.example',
    project: 'main',
    workspaceId: 'w-1',
  },
  braintrust: { apiKey: 'SECRET-5', projectId: 'p-1', baseUrl: 'https://braintrust.example' },
  datadog: { apiKey: 'SECRET-6', mlApp: 'images', url: 'https://datadog.example' },
  posthog: { apiKey: 'SECRET-7', endpoint: 'https://posthog.example' },
  grafana: { apiKey: 'SECRET-8', instanceId: '4711', baseUrl: 'https://grafana.example/otlp' },
  newrelic: { licenseKey: 'SECRET-9', region: 'eu' },
  arize: {
    apiKey: 'SECRET-10',
    spaceKey: 'SECRET-11',
    modelId: 'm-1',
    baseUrl: 'https://arize.example',
  },
  opik: { apiKey: 'SECRET-12', workspace: 'team', projectName: 'demo' },
  sentry: {
    dsn: 'https://SECRET13@sentry.example/1',
    otlpEndpoint: 'https://sentry.example/api/1/integration/otlp',
  },
  weave: {
    apiKey: 'SECRET-14',
    entity: 'team',
    project: 'demo',
    baseUrl: 'https://weave.example',
  },
  clickhouse: {
    host: 'https://clickhouse.example:8443',
    database: 'traces',
    username: 'writer',
    password: 'SECRET-15',
    table: 'spans',
  },
  s3: {
    bucketName: 'traces',
    accessKeyId: 'AKIASECRET16',
    secretAccessKey: 'SECRET-17',
    region: 'eu-central-1',
    endpoint: 'https://s3.example',
    sessionToken: 'SECRET-18',
    prefix: 'gateway',
    pathTemplate: '{prefix}/{date}/{apiKeyName}',
  },
  snowflake: {
    account: 'acme-eu',
    token: 'SECRET-19',
    database: 'OBSERVABILITY',
    schema: 'PUBLIC',
    table: 'TRACES',
    warehouse: 'COMPUTE',
  },
  ramp: { apiKey: 'SECRET-20', baseUrl: 'https://ramp.example' },
} as const satisfies Record<keyof typeof DESTINATION_KINDS, Record<string, unknown>>;

/** An enabled destination that takes everything; the number makes its id. */
export function aDestination(number: number, given: Partial<Destination> = {}): Destination {
  return {
    id: `20000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    workspace_id: WORKSPACE,
    name: `Destination ${number}`,
    type: 'otel-collector',
    enabled: true,
    privacy_mode: false,
    sampling_rate: 1,
    api_key_hashes: null,
    filter_rules: null,
    config: { endpoint: `https://collector-${number}.example` },
    created_at: '2026-07-01T08:00:00.000Z',
    updated_at: '2026-07-01T08:00:00.000Z',
    ...given,
  };
}
