import type { Clock } from '@model-gateway/core';

/**
 * The fate of requests while Redis is unavailable. `open`: all pass. `closed`: no request passes;
 * `take` rejects with `StoreUnavailableError`. `local`: each process counts on its own, so that
 * with n processes up to n times the limit can pass.
 */
export type WhenAway = 'open' | 'closed' | 'local';

/** Redis stopped answering, or answers again. */
export type RedisReport =
  | { readonly type: 'outage'; readonly whenAway: WhenAway; readonly error: unknown }
  | { readonly type: 'recovered'; readonly seconds: number; readonly requests: number };

/** Reports when Redis becomes unavailable and when it is back, once each. */
export class OutageLog {
  readonly #whenAway: WhenAway;
  readonly #clock: Clock;
  readonly #onReport: ((report: RedisReport) => void) | undefined;
  #outage: { readonly since: number; requests: number } | undefined;

  constructor(
    whenAway: WhenAway,
    clock: Clock,
    onReport: ((report: RedisReport) => void) | undefined,
  ) {
    this.#whenAway = whenAway;
    this.#clock = clock;
    this.#onReport = onReport;
  }

  /** Counts a request that Redis did not answer. */
  failed(error: unknown): void {
    if (this.#outage !== undefined) {
      this.#outage.requests++;
      return;
    }
    this.#outage = { since: this.#clock.now(), requests: 1 };
    this.#onReport?.({ type: 'outage', whenAway: this.#whenAway, error });
  }

  /** Ends the outage, if there is one. */
  answered(): void {
    if (this.#outage === undefined) return;
    const { since, requests } = this.#outage;
    this.#outage = undefined;
    this.#onReport?.({ type: 'recovered', seconds: (this.#clock.now() - since) / 1000, requests });
  }
}
