import type { Clock } from '../../ports/clock.ts';
import { RecentValues } from './recent-values.ts';
import { TimeSlots } from './time-slots.ts';

/** What was measured of one attempt that succeeded, as far as it can be. */
export interface Measured {
  /** Until the first output of a stream. */
  readonly latencySeconds: number | undefined;
  /** Tokens of output a second, over the whole attempt. */
  readonly throughput: number | undefined;
}

/** One provider's endpoint for one model. */
export interface Endpoint {
  readonly provider: { readonly slug: string };
  readonly model: string;
}

/** A percentile, as preferences and endpoints name it. */
export type Percentile = 'p50' | 'p75' | 'p90' | 'p99';

export const PERCENTILES: readonly Percentile[] = ['p50', 'p75', 'p90', 'p99'];

/** What requests get at least or at most: `p90` is as good or better in 90 of 100 of them. */
export type Measure = 'latency' | 'throughput';

export const FIVE_MINUTES_MS = 5 * 60_000;
export const HALF_AN_HOUR_MS = 30 * 60_000;
export const A_DAY_MS = 24 * 60 * 60_000;

const OUTAGE_MS = 30_000;
const MOST_OUTCOMES = 64;
/** At this length the older half is dropped at once: shifting on every attempt is slow. */
const MOST_KEPT = 2 * MOST_OUTCOMES;
const MOST_ENDPOINTS = 1000;

/** What became of the attempts at one endpoint. */
class History {
  readonly latency = new RecentValues();
  readonly throughput = new RecentValues();
  readonly minutes = new TimeSlots(60_000, 31, countsOfNone);
  readonly halfHours = new TimeSlots(HALF_AN_HOUR_MS, 49, countsOfNone);
  /** The newest last. */
  readonly outcomes: { readonly at: number; readonly hasFailed: boolean }[] = [];
}

/**
 * Measures endpoints by the attempts of this process: how soon and how fast they answer, and how
 * often they fail. Each takes a few kilobytes, however many requests there are; of more than 1,000
 * the one that was used least recently is forgotten. Source: contract §12.6.
 */
export class EndpointStatistics {
  readonly #clock: Clock;
  /** The one that was used least recently is first. */
  readonly #endpoints = new Map<string, History>();
  /** The one that was used last, which most often is used next. */
  #last: { readonly slug: string; readonly model: string; readonly history: History } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  succeeded(endpoint: Endpoint, { latencySeconds, throughput }: Measured): void {
    const now = this.#clock.now();
    const history = this.#ended(endpoint, false, now);
    if (latencySeconds !== undefined) history.latency.add(latencySeconds, now);
    if (throughput !== undefined) history.throughput.add(throughput, now);
  }

  /** An attempt has failed for a reason that is the endpoint's. */
  failed(endpoint: Endpoint): void {
    this.#ended(endpoint, true, this.#clock.now());
  }

  /** Returns whether half of the attempts of the last 30 s have failed, or more. */
  hasOutage(endpoint: Endpoint): boolean {
    const { outcomes = [] } = this.#endpoints.get(keyOf(endpoint)) ?? {};
    const since = this.#clock.now() - OUTAGE_MS;
    const recent = outcomes.slice(-MOST_OUTCOMES).filter(({ at }) => at > since);
    const failures = recent.filter(({ hasFailed }) => hasFailed).length;
    return failures > 0 && failures * 2 >= recent.length;
  }

  /** Returns what most requests got lately; undefined before the first was measured. */
  typical(endpoint: Endpoint, measure: Measure): number | undefined {
    return (
      this.percentile(endpoint, measure, 'p50', FIVE_MINUTES_MS) ??
      this.percentile(endpoint, measure, 'p50', HALF_AN_HOUR_MS)
    );
  }

  /** Returns a percentile of the last `ms` milliseconds, at most half an hour, within 2.5 %. */
  percentile(
    endpoint: Endpoint,
    measure: Measure,
    percentile: Percentile,
    ms: number,
  ): number | undefined {
    const share = Number(percentile.slice(1)) / 100;
    const values = this.#endpoints.get(keyOf(endpoint))?.[measure];
    const best = measure === 'latency' ? 'low' : 'high';
    return values?.quantile(share, this.#clock.now(), ms, best);
  }

  /**
   * Returns the share of attempts that succeeded, in percent, of those of the last `ms` milliseconds
   * that say something about the endpoint; undefined without any.
   */
  uptime(endpoint: Endpoint, ms: number): number | undefined {
    const { minutes, halfHours } = this.#endpoints.get(keyOf(endpoint)) ?? {};
    const slots = (ms > HALF_AN_HOUR_MS ? halfHours : minutes)?.within(this.#clock.now(), ms) ?? [];
    let [succeeded, all] = [0, 0];
    for (const slot of slots) {
      succeeded += slot.succeeded;
      all += slot.succeeded + slot.failed;
    }
    return all === 0 ? undefined : (100 * succeeded) / all;
  }

  #ended(endpoint: Endpoint, hasFailed: boolean, now: number): History {
    const history = this.#of(endpoint);
    const outcome = hasFailed ? 'failed' : 'succeeded';
    history.minutes.at(now)[outcome]++;
    history.halfHours.at(now)[outcome]++;
    const { outcomes } = history;
    outcomes.push({ at: now, hasFailed });
    if (outcomes.length === MOST_KEPT) outcomes.splice(0, MOST_KEPT - MOST_OUTCOMES);
    return history;
  }

  #of(endpoint: Endpoint): History {
    const last = this.#last;
    const { provider, model } = endpoint;
    if (last?.model === model && last.slug === provider.slug) return last.history;
    const key = keyOf(endpoint);
    const history = this.#endpoints.get(key) ?? new History();
    this.#last = { slug: provider.slug, model, history };
    this.#endpoints.delete(key);
    this.#endpoints.set(key, history);
    for (const oldest of this.#endpoints.keys()) {
      if (this.#endpoints.size <= MOST_ENDPOINTS) break;
      this.#endpoints.delete(oldest);
    }
    return history;
  }
}

function countsOfNone() {
  return { succeeded: 0, failed: 0 };
}

/** Returns a text that distinguishes an endpoint from all others. */
export function keyOf({ provider, model }: Endpoint): string {
  return `${provider.slug} ${model}`;
}
