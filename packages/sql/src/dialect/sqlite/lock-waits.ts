import { systemClock } from '@model-gateway/core';
import { retryUntil } from './busy-retry.ts';
import { isBusy, toStoreError } from './failures.ts';
import { Turns } from './turns.ts';

/**
 * Waits while another process has the file locked, for `timeoutMs` at most, and gives the turn on the
 * connection away meanwhile: what only reads goes on. One at a time tries again, so that a thousand
 * that wait cost no more than one, and none waits longer because others do.
 */
export class LockWaits {
  readonly #turns: Turns;
  readonly #timeoutMs: number;
  readonly #trying = new Turns();

  constructor(turns: Turns, timeoutMs: number) {
    this.#turns = turns;
    this.#timeoutMs = timeoutMs;
  }

  /** Whether nothing waits. */
  get isIdle(): boolean {
    return this.#trying.isIdle;
  }

  /** Runs `attempt` in a turn of its own, as soon as the file can be used. */
  async run<T>(attempt: () => T): Promise<T> {
    const end = this.#end();
    await this.#turns.begin();
    try {
      return await this.inTurn(attempt, end);
    } finally {
      this.#turns.end();
    }
  }

  /** The same in a turn that the caller has, and has again afterwards. */
  async inTurn<T>(attempt: () => T, end = this.#end()): Promise<T> {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw toStoreError(error);
    }
    this.#turns.end();
    await this.#trying.begin();
    try {
      return await retryUntil(end, () => this.#attempt(attempt));
    } catch (error) {
      await this.#turns.begin();
      throw error;
    } finally {
      this.#trying.end();
    }
  }

  /** Runs `attempt` in the turn that the caller has, without giving it away: for an open transaction. */
  keepingTurn<T>(attempt: () => T): Promise<T> {
    return retryUntil(this.#end(), attempt);
  }

  /** Resolves once all that wait now have ended. */
  async ended(): Promise<void> {
    await this.#trying.begin();
    this.#trying.end();
  }

  /** Takes a turn, and gives it back where the attempt fails. */
  async #attempt<T>(attempt: () => T): Promise<T> {
    await this.#turns.begin();
    try {
      return attempt();
    } catch (error) {
      this.#turns.end();
      throw error;
    }
  }

  #end(): number {
    return systemClock.now() + this.#timeoutMs;
  }
}
