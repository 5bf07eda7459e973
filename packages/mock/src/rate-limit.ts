/** The number of images that a key may request. */
export interface RateLimit {
  /** Images per window and key. */
  readonly limit: number;
  readonly windowSeconds: number;
}
