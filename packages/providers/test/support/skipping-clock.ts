import type { Clock } from '@model-gateway/core';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
  readonly isLimit: boolean;
}

/** 2026-11-22T00:00:00Z. */
const NOW = Date.UTC(2026, 10, 22);

/** A clock on which every wait is over at once, and limits pass only when time has come to them. */
export class SkippingClock implements Clock {
  #now = NOW;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void, purpose: 'wait' | 'limit' = 'wait') {
    const timer = { at: this.#now + milliseconds, callback, isLimit: purpose === 'limit' };
    this.#timers.add(timer);
    if (!timer.isLimit) setImmediate(() => this.#timers.has(timer) && this.#advanceTo(timer.at));
    return () => void this.#timers.delete(timer);
  }

  /** How many timers are still set. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Advances to the next limit, as if nothing had happened until then. */
  passNextLimit(): void {
    const limits = [...this.#timers].filter(({ isLimit }) => isLimit);
    if (limits.length > 0) this.#advanceTo(Math.min(...limits.map(({ at }) => at)));
  }

  #advanceTo(time: number): void {
    this.#now = Math.max(this.#now, time);
    const due = [...this.#timers].filter(({ at }) => at <= this.#now);
    for (const timer of due.toSorted((a, b) => a.at - b.at)) {
      if (this.#timers.delete(timer)) timer.callback();
    }
  }
}
