/**
 * The clock for ages, expiries, timestamps and time-outs. Injected, so that tests control it and
 * take no real time.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /**
   * Calls `callback` once, after this many milliseconds; the returned function cancels it. A `limit`
   * bounds something that should happen earlier, so a clock that skips waiting does not skip to it.
   */
  after(milliseconds: number, callback: () => void, purpose?: 'wait' | 'limit'): () => void;
}

/** The clock of the system. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
