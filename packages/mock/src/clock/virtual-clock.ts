import type { Clock } from '@model-gateway/core';

/** A span of time: milliseconds, or a number with its unit, `'90s'`, `'1.5h'`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

/** A moment: a Date, milliseconds since the Unix epoch, or ISO 8601. */
export type Moment = Date | number | string;

/**
 * The clock that everything in a tenant is timed by: latency, the pace of streams, `created`, ages,
 * expiry, rate windows and time-outs. It cannot move the timers of your client.
 */
export interface VirtualClock extends Clock {
  /**
   * Moves time forward and wakes what is due on the way, in order. Resolves once what was woken has
   * been answered or sent, or waits for something else.
   */
  advance(duration: Duration): Promise<void>;
}
