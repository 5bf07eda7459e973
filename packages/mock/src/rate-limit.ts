/** How many requests to models a key may make. */
export interface RateLimit {
  /** Requests to models per window and key. */
  readonly limit: number;
  readonly windowSeconds: number;
}
