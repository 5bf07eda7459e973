/** Counts requests per key. Source: contract §4.8. */
export interface RateLimiter {
  /** Counts one request of this key and says whether it may go on. */
  take(keyHash: string): Promise<RateDecision>;
}

export interface RateDecision {
  readonly allowed: boolean;
  /** Requests per window. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window starts anew. */
  readonly resetSeconds: number;
}
