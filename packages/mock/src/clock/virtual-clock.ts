import type { Clock } from '@model-gateway/core';

/** A span of time: milliseconds, or a number with its unit, `'90s'`, `'1.5h'`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

/** A moment: a Date, milliseconds since the Unix epoch, or ISO 8601: a date, or with `Z` or an offset. */
export type Moment = Date | number | string;

/**
 * The way time passes. `flowing`: like real time. `frozen`: only by `advance` and `set`.
 * `autoAdvance`: it jumps from one wait to the next, so that each is over at once.
 */
export type ClockMode = 'flowing' | 'frozen' | 'autoAdvance';

/** Options of `createVirtualClock`. */
export interface VirtualClockOptions {
  /** When it is at the start; now by default. */
  readonly now?: Moment | undefined;
  /** `flowing` by default. */
  readonly mode?: ClockMode | undefined;
}

/** The history of a clock's time, besides real time passing. */
export interface ClockMoves {
  /** Whether the test set the time: with `now` at the start, or `set`. */
  readonly isSet: boolean;
  /** The time by which `advance` and `autoAdvance` moved it, in milliseconds. */
  readonly advanced: number;
}

/** The mode and the time of a clock. */
export interface ClockState extends ClockMoves {
  readonly mode: ClockMode;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/**
 * The clock that everything in a tenant is timed by: latency, the pace of streams, `created`, ages,
 * expiry, rate windows and time-outs. It cannot move the timers of your client.
 */
export interface VirtualClock extends Clock, ClockMoves {
  readonly mode: ClockMode;
  /**
   * The number of answers and streams that wait for time to pass. Time-outs do not count: they wait
   * for something that comes before them.
   */
  readonly waiting: number;
  /**
   * Moves time forward and wakes what is due on the way, in order. Resolves once what was woken has
   * been answered or sent, or waits again: for this clock, for the client, or for the test.
   */
  advance(duration: Duration): Promise<void>;
  /**
   * Sets the time. Forward it wakes what is due on the way, like `advance`; back it wakes nothing,
   * and what waits has as long to wait as before.
   */
  set(moment: Moment): Promise<void>;
  /** Makes it go and show what it did, for snapshots; apart from that it is like `set`. */
  resume(state: ClockState): Promise<void>;
  /** Stops time where it is. */
  freeze(): void;
  /** Lets time pass like real time, from where it is. */
  flow(): void;
  /**
   * Ends each wait at once: as soon as nothing is under way, time jumps to the earliest. It does
   * not jump to time-outs, but those that are due on the way happen. Off, time stops where it is.
   */
  autoAdvance(on?: boolean): void;
  /** Resolves, without moving time, once everything under way has got that far. */
  settled(): Promise<void>;
  /**
   * The same promise, for whose end `advance` waits: for work of your own rules that takes real
   * time, such as reading a file. Not for anything that waits for this clock or for the test.
   */
  during<Value>(work: Promise<Value>): Promise<Value>;
}
