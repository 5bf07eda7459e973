import type { Clock } from '@model-gateway/core';
import type { VirtualClock } from './virtual-clock.ts';

/** The way in which counted work waits; meanwhile it does not count. */
export interface Waiting {
  readonly clock: Clock;
  /** The same promise, for what a client or a test is to do. */
  waitFor<Value>(deed: Promise<Value>): Promise<Value>;
}

/**
 * Yields what `make` yields. `clock` counts each item as work under way from its request until it
 * is ready.
 */
export function countedSteps<Item>(
  clock: VirtualClock,
  make: (waiting: Waiting) => AsyncGenerator<Item, void>,
): AsyncIterable<Item> {
  const step = new Step(clock);
  const items = make({
    clock: {
      now: clock.now,
      after(milliseconds, callback, purpose) {
        step.pause();
        const ring = () => {
          step.resume();
          callback();
        };
        const callOff = clock.after(milliseconds, ring, purpose);
        return () => {
          callOff();
          step.resume();
        };
      },
    },
    async waitFor(deed) {
      step.pause();
      try {
        return await deed;
      } finally {
        step.resume();
      }
    },
  });
  const steps = {
    async next() {
      step.begin();
      try {
        return await items.next();
      } finally {
        step.end();
      }
    },
    return: () => items.return(),
  };
  return { [Symbol.asyncIterator]: () => steps };
}

/** The making of one item. */
class Step {
  readonly #clock: VirtualClock;
  #isUnderWay = false;
  #uncount: (() => void) | undefined;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  begin(): void {
    this.#isUnderWay = true;
    this.resume();
  }

  pause(): void {
    this.#uncount?.();
    this.#uncount = undefined;
  }

  /** Called also when a wait is called off after the step: then there is nothing to count. */
  resume(): void {
    if (!this.#isUnderWay || this.#uncount !== undefined) return;
    void this.#clock.during(new Promise<void>((resolve) => (this.#uncount = resolve)));
  }

  end(): void {
    this.#isUnderWay = false;
    this.pause();
  }
}
