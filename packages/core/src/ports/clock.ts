/**
 * The time that ages, expiries, timestamps and time-outs are measured by. Injected, so that tests
 * own it and take no real time.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /**
   * Calls back once, after so many milliseconds; what it returns calls it off. A `limit` is set to
   * something that should come before it, so a clock that skips waiting does not skip to it.
   */
  after(milliseconds: number, callback: () => void, purpose?: 'wait' | 'limit'): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
