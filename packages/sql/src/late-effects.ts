import { isStoreUnavailable, type Clock } from '@model-gateway/core';

/** By then the database has done what it was asked for, unless something else holds a lock for longer. */
const PATIENCE_MS = 60_000;
/** For how long it is undone again. A reservation expires soon after, unless the host says otherwise. */
const LONGEST_MS = 32 * PATIENCE_MS;
const MOST = 10_000;

/** What undoes something, and when that failed. */
interface Failed {
  readonly undo: () => Promise<unknown>;
  at: number;
  /** How long after that it is undone next. */
  patience: number;
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

  /**
   * Returns what `work` comes to; where the database does not answer, calls `undo` 1, 2, 4, 8, 16 and
   * 32 minutes later, because a lock may delay the work for any time.
   */
  async of<Done>(work: Promise<Done>, undo: () => Promise<unknown>): Promise<Done> {
    try {
      return await work;
    } catch (error) {
      if (isStoreUnavailable(error))
        this.#add({ undo, at: this.#clock.now(), patience: PATIENCE_MS });
      throw error;
    }
  }

  #add(failed: Failed): void {
    const [first] = this.#failed;
    // Most of the time it was undone at least once.
    if (first !== undefined && this.#failed.size >= MOST) this.#failed.delete(first);
    this.#failed.add(failed);
  }

  /** Undoes what failed a minute ago and earlier, and is due. */
  async undo(): Promise<void> {
    const now = this.#clock.now();
    for (const failed of this.#failed) {
      const age = now - failed.at;
      if (age >= 0 && age < failed.patience) continue;
      await failed.undo();
      // The clock was set back, and the age is unknown: counts as if it had failed now.
      if (age < 0) failed.at = now;
      else failed.patience *= 2;
      if (failed.patience > LONGEST_MS) this.#failed.delete(failed);
    }
  }
}
