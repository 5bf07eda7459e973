/**
 * Counts the work under way on a clock: work that waits neither for the clock, nor for a client,
 * nor for a test.
 *
 * A promise that nothing outside holds back continues before the event loop turns. So after a whole
 * turn only two kinds of work can be unfinished: what waits for the clock, a client or a test, and
 * what takes real time, which is a handful of things (loading a world or a module, drawing, sharp)
 * and is counted here. Hence: wait until nothing is counted, then one turn for the code that waited
 * for that; any real work that it begins is counted by then, so check again.
 */
import { nextTurn } from '@model-gateway/core/kit';
export class WorkAccount {
  #running = 0;
  #idle: (() => void)[] = [];

  /** The same promise, counted until it settles. */
  async during<Value>(work: Promise<Value>): Promise<Value> {
    this.#running++;
    try {
      return await work;
    } finally {
      this.#running--;
      if (this.#running === 0) for (const resume of this.#idle.splice(0)) resume();
    }
  }

  /** Resolves once everything waits for the clock, a client or a test. */
  async settled(): Promise<void> {
    do {
      if (this.#running > 0) await new Promise<void>((resume) => this.#idle.push(resume));
      await nextTurn();
    } while (this.#running > 0);
  }
}
