/** The time that ages, expiries and timestamps are measured by. Injected, so that tests own it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
