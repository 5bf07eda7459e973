import type { RequestRecord } from '@model-gateway/core';
import { Counter, Histogram, type OpenMetricsContentType, type Registry } from 'prom-client';

/** Images take seconds, lists milliseconds. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60, 120, 300];

/** Counts a request that ended. */
export type RequestMeter = (
  record: Pick<RequestRecord, 'route' | 'method' | 'status' | 'ending' | 'ms'>,
) => void;

/** What requests with the same labels add up to. */
interface Tally {
  readonly labels: Readonly<Record<'route' | 'method' | 'status' | 'ending', string>>;
  requests: number;
  /** In seconds, of the last requests: those that the histogram has not got yet. */
  durations: number[];
  readonly observe: (duration: number) => void;
}

/** The histogram gets them then, in less than a millisecond. */
const MOST_DURATIONS = 1000;

/**
 * Creates the counter and the histogram of requests. A request is counted in a tally of its own
 * labels, which both read when they are scraped: they check and join labels each time, and the code
 * for it, run once in a request, is not in the processor's caches.
 */
export function createRequestMeter(registry: Registry<OpenMetricsContentType>): RequestMeter {
  const tallies = new Map<string, Tally>();
  const registers = [registry];
  // Registers itself.
  void new Counter({
    name: 'gateway_requests',
    help: 'Requests that ended, by route and status.',
    labelNames: ['route', 'method', 'status', 'ending'],
    registers,
    collect() {
      this.reset();
      for (const { labels, requests } of tallies.values()) this.inc(labels, requests);
    },
  });
  const duration = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'From the arrival of a request until the last byte of its response.',
    labelNames: ['route', 'method'],
    buckets: SECONDS,
    registers,
    collect() {
      for (const tally of tallies.values()) observeDurations(tally);
    },
  });
  return ({ route, method, status, ending, ms }) => {
    const name = `${method} ${route} ${status} ${ending}`;
    let tally = tallies.get(name);
    if (tally === undefined) {
      const labels = { route, method, status: String(status), ending };
      const { observe } = duration.labels({ route, method });
      tallies.set(name, (tally = { labels, requests: 0, durations: [], observe }));
    }
    tally.requests++;
    tally.durations.push(ms / 1000);
    if (tally.durations.length === MOST_DURATIONS) observeDurations(tally);
  };
}

function observeDurations(tally: Tally): void {
  for (const duration of tally.durations) tally.observe(duration);
  tally.durations = [];
}
