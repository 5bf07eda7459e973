import type { Faker } from '@faker-js/faker';
import type { GENERATED_KINDS } from './generated-kinds.ts';

type Kind = (typeof GENERATED_KINDS)[number];

/** What people call each service. */
const SERVICES: Readonly<Record<Kind, string>> = {
  langfuse: 'Langfuse',
  webhook: 'Webhook',
  'otel-collector': 'OTel collector',
  langsmith: 'LangSmith',
  braintrust: 'Braintrust',
  datadog: 'Datadog',
  posthog: 'PostHog',
  grafana: 'Grafana',
  newrelic: 'New Relic',
  arize: 'Arize',
  opik: 'Opik',
  sentry: 'Sentry',
  weave: 'Weave',
  clickhouse: 'ClickHouse',
  s3: 'S3',
  snowflake: 'Snowflake',
};

/** Returns a name as people give them to a destination: after its service, its stage or its team. */
export function destinationName(kind: Kind, faker: Faker): string {
  const service = SERVICES[kind];
  return faker.helpers.arrayElement([
    service,
    `${service} (production)`,
    `${service} – staging`,
    `Production ${service}`,
    `${kind}-eu-central`,
    `${service} for Support`,
    `Search team’s ${service}`,
    `prod ${kind}`,
    `${service} TEST, do not delete`,
    `Audit log → ${service}`,
  ]);
}
