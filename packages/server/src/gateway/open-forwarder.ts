import type { Clock, HttpClient } from '@model-gateway/core';
import type { Stores } from '@model-gateway/sql';
import { createForwarder, type Forwarder, type ForwarderReport } from '@model-gateway/telemetry';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { Logger } from '../log/create-logger.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import type { Closers } from './closers.ts';

interface ForwarderContext {
  readonly http: HttpClient;
  readonly clock?: Clock | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Opens what forwards telemetry, logged and measured. */
export function openForwarder(
  config: ResolvedConfig['telemetry'],
  { stores, outbox }: Pick<Stores, 'stores' | 'outbox'>,
  { http, clock, logger, metrics }: ForwarderContext,
  closers: Closers,
): Forwarder {
  const forwarder = createForwarder({
    destinations: stores.destinations,
    http,
    clock,
    outbox: config.outbox ? outbox : undefined,
    onReport: (report) => logger.warn(fieldsOf(report), 'telemetry'),
  });
  const ended = metrics.telemetry.begin(() => forwarder.stats());
  closers.add(async () => {
    const { sent, stored, lost } = await forwarder.close({ timeoutMs: config.flushTimeoutMs });
    ended();
    if (sent + stored + lost > 0) logger.info({ sent, stored, lost }, 'telemetry flushed');
  });
  return forwarder;
}

/** An error without its stack: the store logs its outage itself, with one. */
function fieldsOf(report: ForwarderReport): object {
  if (!('error' in report)) return report;
  const { error } = report;
  return { ...report, error: error instanceof Error ? error.message : String(error) };
}
