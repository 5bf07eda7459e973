import type { Clock } from './clock.ts';

/**
 * Creates a clock for waits and ages, which stands still where `clock` is set back and goes on from
 * there. It is then ahead, so timestamps are not for it.
 */
export function createSteadyClock(clock: Clock): Clock {
  let ahead = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    now() {
      const now = clock.now();
      if (now + ahead < last) ahead = last - now;
      last = now + ahead;
      return last;
    },
    after: (...given) => clock.after(...given),
  };
}
