import type { BreakerReport, GatewayHandler } from '@model-gateway/core';
import { createAdminHandler } from '../health/admin-handler.ts';
import type { Readiness } from '../health/readiness.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import type { Closers } from './closers.ts';
import { InFlight } from './in-flight.ts';

interface Service {
  /** Reads what the first request needs. */
  readonly warmUp: () => Promise<void>;
  readonly readiness: Readiness;
  readonly metrics: Pick<Metrics, 'inFlight' | 'text'>;
  readonly breakers: () => readonly BreakerReport[];
  /** What was opened for the gateway. */
  readonly closers: Closers;
}

/** The life of a gateway: it becomes ready, counts its requests, stops, drains, closes once. */
export function inService(
  handle: GatewayHandler,
  { warmUp, readiness, metrics, breakers, closers }: Service,
) {
  const inFlight = new InFlight(metrics.inFlight);
  let closing: Promise<void> | undefined;
  const close = () => {
    readiness.stopping();
    return (closing ??= closers.closeAll());
  };
  return {
    handle: inFlight.counted(handle),
    admin: createAdminHandler({ readiness, metrics, breakers: () => breakers().map(toRow) }),
    async ready() {
      await warmUp();
      readiness.started();
    },
    stopping: () => readiness.stopping(),
    drained: () => inFlight.none(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** As a member of JSON. */
function toRow({ cooldownMs, ...breaker }: BreakerReport): object {
  return { ...breaker, cooldown_ms: cooldownMs };
}
