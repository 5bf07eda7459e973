import type { RequestRecord } from '@model-gateway/core';
import { Counter, Histogram, type OpenMetricsContentType, type Registry } from 'prom-client';

/** Images take seconds, lists milliseconds. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60, 120, 300];

/** Counts a request that ended. */
export type RequestMeter = (record: Labels & Pick<RequestRecord, 'ms'>) => void;

type Labels = Pick<RequestRecord, 'route' | 'method' | 'status' | 'ending'>;

/** What requests with the same labels add up to. */
interface Tally extends Labels {
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
  const registers = [registry];
  // Registers itself.
  void new Counter({
    name: 'gateway_requests',
    help: 'Requests that ended, by route and status.',
    labelNames: ['route', 'method', 'status', 'ending'],
    registers,
    collect() {
      this.reset();
      for (const { route, method, status, ending, requests } of tallies.all()) {
        this.inc({ route, method, status, ending }, requests);
      }
    },
  });
  const duration = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'From the arrival of a request until the last byte of its response.',
    labelNames: ['route', 'method'],
    buckets: SECONDS,
    registers,
    collect() {
      for (const tally of tallies.all()) observeDurations(tally);
    },
  });
  const tallies = new Tallies(duration);
  return (record) => {
    const tally = tallies.of(record);
    tally.requests++;
    tally.durations.push(record.ms / 1000);
    if (tally.durations.length === MOST_DURATIONS) observeDurations(tally);
  };
}

function observeDurations(tally: Tally): void {
  for (const duration of tally.durations) tally.observe(duration);
  tally.durations = [];
}

/** By route, and one after the other there: they are few, and no name is built to find one. */
class Tallies {
  readonly #byRoute = new Map<string, Tally[]>();
  readonly #duration: Histogram<'route' | 'method'>;

  constructor(duration: Histogram<'route' | 'method'>) {
    this.#duration = duration;
  }

  /** The tally of these labels. */
  of(labels: Labels): Tally {
    for (const tally of this.#byRoute.get(labels.route) ?? []) {
      if (
        tally.status === labels.status &&
        tally.method === labels.method &&
        tally.ending === labels.ending
      ) {
        return tally;
      }
    }
    return this.#add(labels);
  }

  *all(): Generator<Tally> {
    for (const tallies of this.#byRoute.values()) yield* tallies;
  }

  #add({ route, method, status, ending }: Labels): Tally {
    const { observe } = this.#duration.labels({ route, method });
    const tally = { route, method, status, ending, requests: 0, durations: [], observe };
    const others = this.#byRoute.get(route) ?? [];
    this.#byRoute.set(route, [...others, tally]);
    return tally;
  }
}
