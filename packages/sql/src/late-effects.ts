import { isStoreUnavailable, type Clock } from '@model-gateway/core';

/** By then the database has done what it was asked for, unless something else holds a lock for longer. */
const PATIENCE_MS = 60_000;
const MOST = 10_000;

/** What undoes something, and when that failed. */
interface Failed {
  readonly undo: () => Promise<unknown>;
  readonly at: number;
}

/**
 * Undoes what the database may have done past its deadline, for requests that have had their error by
 * then: a reservation would hold credit until it expires, and a claim its key.
 */
export class LateEffects {
  readonly #clock: Clock;
  /** The first that failed is first. */
  readonly #failed = new Set<Failed>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns what `work` comes to; where the database does not answer, calls `undo` a minute later. */
  async of<Done>(work: Promise<Done>, undo: () => Promise<unknown>): Promise<Done> {
    try {
      return await work;
    } catch (error) {
      if (isStoreUnavailable(error) && this.#failed.size < MOST) {
        this.#failed.add({ undo, at: this.#clock.now() });
      }
      throw error;
    }
  }

  /** Undoes what failed a minute ago and earlier. */
  async undo(): Promise<void> {
    const now = this.#clock.now();
    for (const failed of this.#failed) {
      // Below 0 after the clock was set back.
      const age = now - failed.at;
      if (age >= 0 && age < PATIENCE_MS) break;
      await failed.undo();
      this.#failed.delete(failed);
    }
  }
}
