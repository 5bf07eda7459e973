import type { Clock, HttpClient } from '@model-gateway/core';
import type { Stores } from '@model-gateway/sql';
import { createForwarder, type Forwarder } from '@model-gateway/telemetry';
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
    onReport: (report) => logger.warn(report, 'telemetry'),
  });
  const ended = metrics.telemetry.begin(() => forwarder.stats());
  closers.add(async () => {
    const { sent, stored, lost } = await forwarder.close({ timeoutMs: config.flushTimeoutMs });
    ended();
    if (sent + stored + lost > 0) logger.info({ sent, stored, lost }, 'telemetry flushed');
  });
  return forwarder;
}
