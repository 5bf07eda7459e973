import type { Clock } from '../../ports/clock.ts';
import { ProviderFailure } from '../../ports/provider-failure.ts';

/**
 * How long an attempt may take, in milliseconds; `Infinity` for as long as it likes. Source:
 * contract §4.6.
 */
export interface AttemptLimits {
  /** Until the request is sent. */
  readonly connectMs: number;
  /** From there until the first byte of an answer. */
  readonly firstByteMs: number;
  /** Between bytes after that. */
  readonly idleMs: number;
  /** Until the first output: comments and pings are bytes, but not output. */
  readonly firstOutputMs: number;
  /** Between outputs after that. */
  readonly betweenOutputsMs: number;
  /** In total. */
  readonly wholeMs: number;
}

/** Something that an attempt waits for. */
interface Wait {
  what: string;
  milliseconds: number;
  /** Moved on by every pause, so that only time in which the provider is awaited counts. */
  since: number;
}

/**
 * Times one attempt. One timer serves all limits: it is set for the nearest of them, and when it
 * fires, it is set again if something came meanwhile. So a read costs a look at the clock, and no
 * timer. Time counts only between `resume` and `pause`: a slow reader is not the provider's fault.
 */
export class AttemptTimer {
  readonly #clock: Clock;
  readonly #limits: AttemptLimits;
  readonly #onLate: (failure: ProviderFailure) => void;
  readonly #bytes: Wait;
  readonly #output: Wait;
  readonly #waits: readonly Wait[];
  /** When the pause began; undefined while time counts. */
  #pausedAt: number | undefined;
  #isOver = false;
  #stopTimer: (() => void) | undefined;
  /** When the timer will fire, if one is set. */
  #firesAt = 0;

  /** Calls `onLate` for the limit that is reached first. Begins with a pause. */
  constructor(clock: Clock, limits: AttemptLimits, onLate: (failure: ProviderFailure) => void) {
    const since = clock.now();
    this.#clock = clock;
    this.#limits = limits;
    this.#onLate = onLate;
    this.#bytes = { what: 'connecting', milliseconds: limits.connectMs, since };
    this.#output = { what: 'the first output', milliseconds: limits.firstOutputMs, since };
    const whole = { what: 'the attempt', milliseconds: limits.wholeMs, since };
    this.#waits = [this.#bytes, this.#output, whole];
    this.#pausedAt = since;
  }

  resume(): void {
    if (this.#pausedAt === undefined || this.#isOver) return;
    const now = this.#clock.now();
    const paused = now - this.#pausedAt;
    this.#pausedAt = undefined;
    for (const wait of this.#waits) wait.since += paused;
    this.#setTimer(now);
  }

  pause(): void {
    this.#pausedAt ??= this.#clock.now();
  }

  /** The request was sent. */
  sent(): void {
    this.#await(this.#bytes, 'the first byte', this.#limits.firstByteMs, this.#time());
  }

  /** Bytes came. */
  heard(): void {
    this.#await(this.#bytes, NEXT_BYTE, this.#limits.idleMs, this.#time());
  }

  /** A step came, and its reader pauses. */
  stepped(isOutput: boolean): void {
    const now = this.#time();
    this.#pausedAt = now;
    this.#await(this.#bytes, NEXT_BYTE, this.#limits.idleMs, now);
    if (!isOutput) return;
    this.#await(this.#output, 'the next output', this.#limits.betweenOutputsMs, now);
  }

  stop(): void {
    this.#isOver = true;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  /** Now, or when the pause began. */
  #time(): number {
    return this.#pausedAt ?? this.#clock.now();
  }

  #await(wait: Wait, what: string, milliseconds: number, now: number): void {
    const isOther = wait.what !== what;
    wait.what = what;
    wait.milliseconds = milliseconds;
    wait.since = now;
    // The same wait again is due later, and so is its timer.
    if (isOther && this.#pausedAt === undefined) this.#setTimer(now);
  }

  /** Sets the timer, unless it fires early enough. */
  #setTimer(now: number): void {
    if (this.#isOver) return;
    const { since, milliseconds } = this.#nearest();
    const due = since + milliseconds;
    if (due === Infinity || (this.#stopTimer !== undefined && this.#firesAt <= due)) return;
    this.#stopTimer?.();
    this.#firesAt = due;
    this.#stopTimer = this.#clock.after(Math.max(0, due - now), this.#onTimer, 'limit');
  }

  readonly #onTimer = (): void => {
    this.#stopTimer = undefined;
    // `resume` sets it again.
    if (this.#pausedAt !== undefined) return;
    const now = this.#clock.now();
    // Else an attempt would have an hour more after the clock was set back by one.
    for (const wait of this.#waits) wait.since = Math.min(wait.since, now);
    const { what, milliseconds, since } = this.#nearest();
    if (since + milliseconds > now) this.#setTimer(now);
    else {
      this.#onLate(new ProviderFailure('timeout', `${what} took longer than ${milliseconds} ms`));
    }
  };

  #nearest(): Wait {
    return this.#waits.reduce((nearest, wait) =>
      wait.since + wait.milliseconds < nearest.since + nearest.milliseconds ? wait : nearest,
    );
  }
}

const NEXT_BYTE = 'the next byte';
