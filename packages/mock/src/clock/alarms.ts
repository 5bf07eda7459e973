import type { Clock } from '@model-gateway/core';

/** A callback for a moment of a clock. */
export interface Alarm {
  /** In the clock's time. */
  at: number;
  readonly callback: () => void;
  /** Whether it is a time-out, which waits for something that comes before it. */
  readonly isLimit: boolean;
  /** Calls off the timer of real time that it has while the clock flows. */
  disarm: () => void;
}

/** Longer timers fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The alarms of a clock whose time is `now`, and their timers of real time. */
export class Alarms {
  readonly #set = new Set<Alarm>();
  readonly #now: () => number;
  readonly #real: Clock;

  constructor(now: () => number, real: Clock) {
    this.#now = now;
    this.#real = real;
  }

  add(alarm: Omit<Alarm, 'disarm'>): Alarm {
    const added = { ...alarm, disarm: () => {} };
    this.#set.add(added);
    return added;
  }

  remove(alarm: Alarm): void {
    this.#set.delete(alarm);
    alarm.disarm();
  }

  ring(alarm: Alarm): void {
    this.#set.delete(alarm);
    alarm.callback();
  }

  /** Lets an alarm ring by itself, as real time passes. */
  arm(alarm: Alarm): void {
    const left = Math.min(alarm.at - this.#now(), LONGEST_TIMER_MS);
    alarm.disarm = this.#real.after(left, () => {
      // Timers of real time may be early by less than a millisecond.
      if (alarm.at - this.#now() > 1) this.arm(alarm);
      else this.ring(alarm);
    });
  }

  armAll(): void {
    for (const alarm of this.#set) this.arm(alarm);
  }

  disarmAll(): void {
    for (const alarm of this.#set) alarm.disarm();
  }

  /** Returns the next alarm to ring for which `counts` holds; among equals, the one set first. */
  earliest(counts: (alarm: Alarm) => boolean): Alarm | undefined {
    let next: Alarm | undefined;
    for (const alarm of this.#set) {
      if (counts(alarm) && (next === undefined || alarm.at < next.at)) next = alarm;
    }
    return next;
  }

  /** The number of alarms that are not time-outs. */
  get waits(): number {
    return [...this.#set].filter(({ isLimit }) => !isLimit).length;
  }

  /** Moves all alarms, so that each has as long to wait as before. */
  shift(milliseconds: number): void {
    for (const alarm of this.#set) alarm.at += milliseconds;
  }
}
