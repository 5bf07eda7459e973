/** Counts requests per key. Source: contract §4.8. */
export interface RateLimiter {
  /**
   * Counts one request of this key and decides whether it may proceed. A decision that is made in
   * memory may be returned without a promise.
   */
  take(keyHash: string): Promise<RateDecision> | RateDecision;
}

/** Whether a request may proceed, and the state of its key's window. */
export interface RateDecision {
  readonly allowed: boolean;
  /** Requests per window. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window starts again. */
  readonly resetSeconds: number;
}
