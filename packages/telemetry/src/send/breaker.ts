const FAILURES = 5;
const FIRST_MS = 30_000;
const LONGEST_MS = 300_000;
const SUSPENSION_MS = 300_000;

/** What the end of a request says about a destination. */
export type Standing = 'well' | 'failing' | 'misconfigured' | 'unknown';

/**
 * Stops sending to a destination that does not answer. Five failures in a row open it for 30 s,
 * then one request probes; each failed probe doubles the time, up to 5 min. Refused credentials
 * suspend sending for 5 min, because only a person can correct them.
 */
export class Breaker {
  #failures = 0;
  #openFor = 0;
  #closedAt = Number.NEGATIVE_INFINITY;
  #isSuspended = false;
  #isProbing = false;

  /** Returns whether a request may be sent at the moment `now`. */
  admits(now: number): boolean {
    if (now < this.#closedAt) return false;
    return this.#openFor === 0 || !this.#isProbing;
  }

  /** Notes that a request is being sent; after the breaker was open it is the probe. */
  begin(): void {
    this.#isProbing = this.#openFor > 0;
  }

  /** Notes how a request ended. Without a result, a probe may be repeated at once. */
  noted(standing: Standing, now: number): void {
    const wasProbe = this.#isProbing;
    this.#isProbing = false;
    if (standing === 'well') this.reset();
    else if (standing === 'failing') this.#failed(now, wasProbe);
    else if (standing === 'misconfigured') {
      this.reset();
      this.#isSuspended = true;
      this.#closedAt = now + SUSPENSION_MS;
    }
  }

  /** Closes it, also after a change of the config. */
  reset(): void {
    this.#failures = 0;
    this.#openFor = 0;
    this.#closedAt = Number.NEGATIVE_INFINITY;
    this.#isSuspended = false;
    this.#isProbing = false;
  }

  /** Milliseconds until a request may be sent; 0 when it may be now. */
  waitMs(now: number): number {
    return Math.max(0, this.#closedAt - now);
  }

  state(now: number): 'closed' | 'open' | 'probing' | 'suspended' {
    if (now < this.#closedAt) return this.#isSuspended ? 'suspended' : 'open';
    return this.#openFor > 0 ? 'probing' : 'closed';
  }

  #failed(now: number, wasProbe: boolean): void {
    this.#failures++;
    if (this.#failures < FAILURES && !wasProbe) return;
    this.#openFor = this.#openFor === 0 ? FIRST_MS : Math.min(this.#openFor * 2, LONGEST_MS);
    this.#closedAt = now + this.#openFor;
    this.#failures = 0;
  }
}
