import { isStoreUnavailable, type Clock } from '@model-gateway/core';
import type { CreditBook, NewReservation, ReserveOutcome } from './database.ts';

/** By then the database has done what it was asked for, or never will. */
const PATIENCE_MS = 60_000;
const MOST = 10_000;

/**
 * Makes reservations, and frees those that the database may have made past its deadline, for requests
 * that have had their error by then: they would hold credit until they expire.
 */
export class LateReservations {
  readonly #book: CreditBook;
  readonly #clock: Clock;
  /** When each failed, the first of them first. */
  readonly #failed = new Map<string, number>();

  constructor(book: CreditBook, clock: Clock) {
    this.#book = book;
    this.#clock = clock;
  }

  async reserve(reservation: NewReservation): Promise<ReserveOutcome> {
    try {
      return await this.#book.reserve(reservation);
    } catch (error) {
      if (isStoreUnavailable(error) && this.#failed.size < MOST) {
        this.#failed.set(reservation.id, this.#clock.now());
      }
      throw error;
    }
  }

  /** Frees those that failed a minute ago and earlier. */
  async free(): Promise<void> {
    const now = this.#clock.now();
    for (const [id, failedAt] of this.#failed) {
      if (failedAt > now - PATIENCE_MS) break;
      await this.#book.end({ id, charge: '0', now });
      this.#failed.delete(id);
    }
  }
}
