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
  readonly observeSeconds: (duration: number) => void;
}

/**
 * Creates the counter and the histogram of requests, which are counted in a tally of their labels,
 * because a counter checks and joins labels each time.
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
  });
  const tallies = new Tallies(duration);
  return (record) => {
    const tally = tallies.of(record);
    tally.requests++;
    tally.observeSeconds(record.ms / 1000);
  };
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
    const { observe: observeSeconds } = this.#duration.labels({ route, method });
    const tally = { route, method, status, ending, requests: 0, observeSeconds };
    const others = this.#byRoute.get(route) ?? [];
    this.#byRoute.set(route, [...others, tally]);
    return tally;
  }
}
