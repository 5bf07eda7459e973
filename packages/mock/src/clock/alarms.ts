import type { Clock } from '@model-gateway/core';

/** Longer timers fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A callback for a moment of a clock. */
export class Alarm {
  /** In the clock's time. */
  at: number;
  readonly callback: () => void;
  /** Whether it is a time-out, which waits for something that comes before it. */
  readonly isLimit: boolean;
  /** Calls off the timer of real time that it has while the clock flows. */
  disarm: (() => void) | undefined;
  /** Those set before and after it. */
  before: Alarm | undefined;
  after: Alarm | undefined;
  isSet = true;

  constructor(at: number, callback: () => void, isLimit: boolean) {
    this.at = at;
    this.callback = callback;
    this.isLimit = isLimit;
  }
}

/**
 * The alarms of a clock whose time is `now`, and their timers of real time. In a list of their own,
 * because each request sets some and calls them off: a `Set` makes itself a new table every few of them,
 * and an old table that V8 has put among the old objects holds the next one and the alarms of its time,
 * each with its request, until V8 collects old objects.
 */
export class Alarms {
  readonly #now: () => number;
  readonly #real: Clock;
  #first: Alarm | undefined;
  #last: Alarm | undefined;

  constructor(now: () => number, real: Clock) {
    this.#now = now;
    this.#real = real;
  }

  add(alarm: Alarm): void {
    alarm.before = this.#last;
    if (this.#last === undefined) this.#first = alarm;
    else this.#last.after = alarm;
    this.#last = alarm;
  }

  /** Calls off an alarm. Idempotent, also for one that has rung. */
  remove(alarm: Alarm): void {
    this.#takeOut(alarm);
    alarm.disarm?.();
  }

  ring(alarm: Alarm): void {
    this.#takeOut(alarm);
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
    for (const alarm of this.#all()) this.arm(alarm);
  }

  disarmAll(): void {
    for (const alarm of this.#all()) alarm.disarm?.();
  }

  /** Returns the next alarm to ring for which `counts` holds; among equals, the one set first. */
  earliest(counts: (alarm: Alarm) => boolean): Alarm | undefined {
    let next: Alarm | undefined;
    for (const alarm of this.#all()) {
      if (counts(alarm) && (next === undefined || alarm.at < next.at)) next = alarm;
    }
    return next;
  }

  /** The number of alarms that are not time-outs. */
  get waits(): number {
    return this.#all().filter(({ isLimit }) => !isLimit).length;
  }

  /** Moves all alarms, so that each has as long to wait as before. */
  shift(milliseconds: number): void {
    for (const alarm of this.#all()) alarm.at += milliseconds;
  }

  /** Those that are set, in the order in which they were. */
  #all(): readonly Alarm[] {
    const all: Alarm[] = [];
    for (let alarm = this.#first; alarm !== undefined; alarm = alarm.after) all.push(alarm);
    return all;
  }

  /** Leaves the alarm without neighbours, which it would keep in memory. */
  #takeOut(alarm: Alarm): void {
    if (!alarm.isSet) return;
    alarm.isSet = false;
    const { before, after } = alarm;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    alarm.before = undefined;
    alarm.after = undefined;
  }
}
