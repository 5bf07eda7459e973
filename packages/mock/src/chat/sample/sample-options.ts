/** What samples depend on beside their schema. */
export interface SampleOptions {
  /** Ids are made of it, and of the place in the value. */
  readonly seed: number;
  /** The moment that dates name, milliseconds since the Unix epoch. */
  readonly now: number;
}
