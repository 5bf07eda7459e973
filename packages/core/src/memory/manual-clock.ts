import type { Clock } from '../ports/clock.ts';

/**
 * A clock that moves only when a test advances it.
 *
 * @example
 * const clock = createManualClock(Date.parse('2026-01-01T00:00:00Z'));
 * clock.advance(60_000);
 */
export interface ManualClock extends Clock {
  /** Moves time forward and calls the callbacks that become due, in order. */
  advance(milliseconds: number): void;
  /** The number of pending callbacks: 0 when nothing was left behind. */
  readonly waiting: number;
}

interface Alarm {
  readonly at: number;
  readonly callback: () => void;
}

/**
 * Creates a clock that moves only by `advance`. Starts at `start`, milliseconds since the Unix
 * epoch.
 */
export function createManualClock(start: number): ManualClock {
  let now = start;
  const alarms = new Set<Alarm>();

  /** Returns the next callback due by `limit`; among equals the first one set. */
  const nextDue = (limit: number) => {
    let next: Alarm | undefined;
    for (const alarm of alarms) {
      if (alarm.at <= limit && (next === undefined || alarm.at < next.at)) next = alarm;
    }
    return next;
  };

  return {
    now: () => now,
    after(milliseconds, callback) {
      const alarm = { at: now + Math.max(0, milliseconds), callback };
      alarms.add(alarm);
      return () => void alarms.delete(alarm);
    },
    advance(milliseconds) {
      const end = now + milliseconds;
      for (let alarm = nextDue(end); alarm !== undefined; alarm = nextDue(end)) {
        alarms.delete(alarm);
        now = alarm.at;
        alarm.callback();
      }
      now = end;
    },
    get waiting() {
      return alarms.size;
    },
  };
}
