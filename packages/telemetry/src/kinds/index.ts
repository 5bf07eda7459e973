import { arize } from './arize.ts';
import { braintrust } from './braintrust.ts';
import { clickhouse } from './clickhouse.ts';
import { datadog } from './datadog.ts';
import type { ExporterKind } from './exporter-kind.ts';
import { grafana } from './grafana.ts';
import { langfuse } from './langfuse.ts';
import { langsmith } from './langsmith.ts';
import { newrelic } from './newrelic.ts';
import { opik } from './opik.ts';
import { otelCollector } from './otel-collector.ts';
import { posthog } from './posthog.ts';
import { s3 } from './s3.ts';
import { sentry } from './sentry.ts';
import { snowflake } from './snowflake.ts';
import { weave } from './weave.ts';
import { webhook } from './webhook.ts';

const KINDS: readonly ExporterKind[] = [
  langfuse,
  webhook,
  otelCollector,
  langsmith,
  braintrust,
  datadog,
  posthog,
  grafana,
  newrelic,
  arize,
  opik,
  sentry,
  weave,
  clickhouse,
  s3,
  snowflake,
];

/** The kinds that can be forwarded to, by type. */
export const EXPORTER_KINDS: ReadonlyMap<string, ExporterKind> = new Map(
  KINDS.map((kind) => [kind.type, kind]),
);
