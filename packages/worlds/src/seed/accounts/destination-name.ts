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

/** What a destination is for, where its name says it. */
export type Purpose = 'audit' | 'production' | 'any';

/** Returns a name as people give them to a destination: after its service, its stage or its team. */
export function destinationName(
  kind: Kind,
  faker: Faker,
): { readonly name: string; readonly purpose: Purpose } {
  const service = SERVICES[kind];
  const [name, purpose] = faker.helpers.arrayElement<readonly [string, Purpose]>([
    [service, 'any'],
    [`${service} (production)`, 'production'],
    [`${service} – staging`, 'any'],
    [`Production ${service}`, 'production'],
    [`${kind}-eu-central`, 'any'],
    [`${service} for Support`, 'any'],
    [`Search team’s ${service}`, 'any'],
    [`prod ${kind}`, 'production'],
    [`${service} TEST, do not delete`, 'any'],
    [`Audit log → ${service}`, 'audit'],
  ]);
  return { name, purpose };
}
