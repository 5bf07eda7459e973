import type { Clock } from '@model-gateway/core';
import { diagnostic } from '../diagnostics.ts';
import { Alarm, Alarms } from './alarms.ts';
import { LAST_MOMENT } from './moment.ts';
import type { ClockMode, ClockMoves, ClockState } from './virtual-clock.ts';
import { WorkAccount } from './work-account.ts';

/** Real time passes while a clock is looked at, so that none is right to the millisecond. */
const TOLERANCE_MS = 5;

/** The time of a virtual clock, in milliseconds: how it passes, and the moves of a test. */
export class VirtualTime implements ClockMoves {
  readonly work = new WorkAccount();
  readonly #real: Clock;
  readonly #alarms: Alarms;
  #mode: ClockMode;
  /** Held still while `advance` moves it, whatever the mode. */
  #isHeld = false;
  /** This clock's time at the real time `since`. */
  #base: number;
  #since: number;
  #isSet: boolean;
  #advanced: number;
  #lastMove: Promise<void> = Promise.resolve();
  #isSkipping = false;

  constructor({ mode, now, isSet, advanced }: ClockState, real: Clock) {
    this.#real = real;
    this.#alarms = new Alarms(() => this.now(), real);
    this.#mode = mode;
    this.#base = now;
    this.#since = real.now();
    this.#isSet = isSet;
    this.#advanced = advanced;
  }

  now(): number {
    return this.#flows() ? this.#base + (this.#real.now() - this.#since) : this.#base;
  }

  get mode(): ClockMode {
    return this.#mode;
  }

  get isSet(): boolean {
    return this.#isSet;
  }

  get advanced(): number {
    return this.#advanced;
  }

  get waiting(): number {
    return this.#alarms.waits;
  }

  after(milliseconds: number, callback: () => void, isLimit: boolean): () => void {
    const alarm = new Alarm(this.now() + Math.max(0, milliseconds), callback, isLimit);
    this.#alarms.add(alarm);
    if (this.#flows()) this.#alarms.arm(alarm);
    if (this.#mode === 'autoAdvance') this.#skipWaits();
    return () => this.#alarms.remove(alarm);
  }

  enter(mode: ClockMode): void {
    this.#change(() => (this.#mode = mode));
  }

  advance(milliseconds: number): Promise<void> {
    return this.#inTurn(async () => {
      const end = this.#base + milliseconds;
      if (end <= LAST_MOMENT) return this.#moveTo(end);
      throw diagnostic('GW1501', 'a clock cannot be advanced beyond the year 9999');
    });
  }

  set(end: number): Promise<void> {
    return this.#inTurn(async () => {
      this.#isSet = true;
      await this.#setTo(end);
    });
  }

  async resume({ mode, now, isSet, advanced }: ClockState): Promise<void> {
    if (mode !== this.#mode) this.enter(mode);
    await this.#inTurn(async () => {
      // One that flows is not moved when it is right already.
      const isRight = this.#mode === 'flowing' && Math.abs(now - this.#base) <= TOLERANCE_MS;
      if (!isRight) await this.#setTo(now);
      this.#isSet = isSet;
      this.#advanced = advanced;
    });
  }

  #flows(): boolean {
    return this.#mode === 'flowing' && !this.#isHeld;
  }

  /** Changes how time passes; the time itself stays the same. */
  #change(how: () => void): void {
    this.#base = this.now();
    this.#since = this.#real.now();
    how();
    this.#alarms.disarmAll();
    if (this.#flows()) this.#alarms.armAll();
    if (this.#mode === 'autoAdvance') this.#skipWaits();
  }

  /** One after the other. What is under way gets to where it waits before time moves. */
  #inTurn(move: () => Promise<void>): Promise<void> {
    const moved = this.#moveAfter(this.#lastMove, move);
    this.#lastMove = moved.catch(() => {});
    return moved;
  }

  async #moveAfter(others: Promise<void>, move: () => Promise<void>): Promise<void> {
    await others;
    this.#change(() => (this.#isHeld = true));
    try {
      await this.work.settled();
      await move();
    } finally {
      this.#change(() => (this.#isHeld = false));
    }
  }

  /** Back it wakes nothing, and what waits has as long to wait as before. */
  async #setTo(end: number): Promise<void> {
    const back = end - this.#base;
    if (back >= 0) return this.#moveTo(end);
    this.#base = end;
    this.#alarms.shift(back);
  }

  async #moveTo(end: number): Promise<void> {
    const next = () => this.#alarms.earliest(({ at }) => at <= end);
    for (let alarm = next(); alarm !== undefined; alarm = next()) {
      this.#moveForwardTo(alarm.at);
      this.#alarms.ring(alarm);
      await this.work.settled();
    }
    this.#moveForwardTo(end);
  }

  #moveForwardTo(moment: number): void {
    const step = Math.max(0, moment - this.#base);
    this.#base += step;
    this.#advanced += step;
  }

  /** Jumps from wait to wait until none is left, or the mode changes. */
  #skipWaits(): void {
    if (this.#isSkipping || this.#nextToSkip() === undefined) return;
    this.#isSkipping = true;
    // An error of a callback is as uncaught as in a timer.
    void this.#inTurn(async () => {
      try {
        const next = () => this.#nextToSkip();
        for (let wait = next(); wait !== undefined; wait = next()) await this.#moveTo(wait.at);
      } finally {
        this.#isSkipping = false;
      }
    });
  }

  #nextToSkip(): Alarm | undefined {
    if (this.#mode !== 'autoAdvance') return undefined;
    return this.#alarms.earliest(({ isLimit }) => !isLimit);
  }
}
