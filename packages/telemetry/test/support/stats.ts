import type { DestinationStats, TelemetryStats } from '@model-gateway/telemetry';
import { OUTCOMES, REQUEST_CLASSES, SEND_SECONDS } from '../../src/counters/counters.ts';

export const NOW = Date.parse('2026-11-01T12:00:00Z');

/** A destination of which each counter has this value. */
export function counted(value: number, given: Partial<DestinationStats> = {}): DestinationStats {
  const each = <Name extends string>(names: readonly Name[]) =>
    // Every name is an entry.
    Object.fromEntries(names.map((name) => [name, value])) as Record<Name, number>;
  return {
    id: 'destination-1',
    kind: 'webhook',
    observed: value,
    outcomes: each(OUTCOMES),
    queued: value,
    queuedBytes: value,
    inFlight: value,
    requests: each(REQUEST_CLASSES),
    retries: value,
    breaker: 'closed',
    lastSuccess: NOW,
    sendTimes: {
      bounds: SEND_SECONDS,
      counts: [...SEND_SECONDS, 'more'].map(() => value),
      sumSeconds: value,
    },
    ...given,
  };
}

/** The counters of a forwarder with one destination. */
export function statsOf(destination: DestinationStats, unrouted = 0): TelemetryStats {
  const { observed, outcomes, queued, inFlight } = destination;
  const totals = { observed, outcomes, queued, inFlight };
  return { destinations: [destination], totals, unrouted };
}
