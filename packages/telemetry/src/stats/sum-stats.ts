import { OUTCOMES, REQUEST_CLASSES } from '../counters/counters.ts';
import type { DestinationStats, TelemetryStats } from './telemetry-stats.ts';

/**
 * Adds up the counters of forwarders that follow one another in a process, so that its metrics grow
 * on. The breaker of a destination is that of the last forwarder that has the destination.
 */
export function sumStats(all: readonly TelemetryStats[]): TelemetryStats {
  const destinations = new Map<string, DestinationStats>();
  for (const one of all.flatMap((stats) => stats.destinations)) {
    const name = `${one.kind} ${one.id}`;
    const before = destinations.get(name);
    destinations.set(name, before === undefined ? one : sumOf(before, one));
  }
  const totals = all.map((stats) => stats.totals);
  return {
    destinations: [...destinations.values()],
    totals: {
      observed: sum(totals.map(({ observed }) => observed)),
      outcomes: sumByName(
        OUTCOMES,
        totals.map(({ outcomes }) => outcomes),
      ),
      queued: sum(totals.map(({ queued }) => queued)),
      inFlight: sum(totals.map(({ inFlight }) => inFlight)),
    },
    unrouted: sum(all.map(({ unrouted }) => unrouted)),
  };
}

/** Adds up the counters of two; id, kind and breaker are those of the second. */
export function sumOf(before: DestinationStats, next: DestinationStats): DestinationStats {
  const { bounds, counts, sumSeconds } = next.sendTimes;
  return {
    ...next,
    observed: before.observed + next.observed,
    outcomes: sumByName(OUTCOMES, [before.outcomes, next.outcomes]),
    queued: before.queued + next.queued,
    queuedBytes: before.queuedBytes + next.queuedBytes,
    inFlight: before.inFlight + next.inFlight,
    requests: sumByName(REQUEST_CLASSES, [before.requests, next.requests]),
    retries: before.retries + next.retries,
    lastSuccess: next.lastSuccess ?? before.lastSuccess,
    sendTimes: {
      bounds,
      counts: counts.map((count, i) => count + (before.sendTimes.counts[i] ?? 0)),
      sumSeconds: sumSeconds + before.sendTimes.sumSeconds,
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function sumByName<Name extends string>(
  names: readonly Name[],
  records: readonly Readonly<Record<Name, number>>[],
): Record<Name, number> {
  const sums = names.map((name) => [name, sum(records.map((record) => record[name]))] as const);
  // Every name is an entry.
  return Object.fromEntries(sums) as Record<Name, number>;
}
