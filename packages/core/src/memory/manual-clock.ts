import type { Clock } from '../ports/clock.ts';

export interface ManualClock extends Clock {
  /** Moves time forward and calls what is due on the way, in order. */
  advance(milliseconds: number): void;
  /** How many callbacks wait: 0 when nothing was left behind. */
  readonly waiting: number;
}

interface Alarm {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that only moves when it is told to. Starts at `start`, milliseconds since the epoch. */
export function createManualClock(start: number): ManualClock {
  let now = start;
  const alarms = new Set<Alarm>();

  /** The next callback due by `limit`; the first set wins among equals. */
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
