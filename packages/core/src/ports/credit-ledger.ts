import type { Generation, GenerationStore } from './generation-store.ts';
import type { Reservation } from './reservation.ts';
import type { SpendingBook } from './spending.ts';

/** Credits of accounts, USD as exact decimal strings. Source: contract §4.7. */
export interface CreditLedger {
  /**
   * Reserves `amount` in one atomic step, so that concurrent requests never spend the same credit;
   * resolves to undefined when the account has too little or does not exist. Rejects with
   * `RangeError` for an amount that is negative or not a decimal.
   */
  reserve(accountId: string, amount: string): Promise<Reservation | undefined>;
  /**
   * Ends a reservation: charges `amount`, at most what was reserved, and frees the rest. Only the
   * first end of a reservation counts, and it ends what was reserved under its id, whatever a copy of
   * it claims. Rejects with `RangeError` as `reserve` does. `generation` is what is charged for: a
   * ledger with `generations` stores it there, in the same atomic step.
   */
  settle(reservation: Reservation, amount: string, generation?: Generation): Promise<void>;
  /** Ends a reservation without a charge. Only the first end of a reservation counts. */
  release(reservation: Reservation): Promise<void>;
  /**
   * Returns the credits of an account that can be reserved now, neither spent nor reserved, USD;
   * undefined for an account that does not exist or may not pay. Needed for `reserve: 'affordable'`.
   * Source: contract §12.10.
   */
  available?(accountId: string): Promise<string | undefined>;
  /**
   * Returns what was ever added to an account and what it was charged; undefined for an unknown
   * account. Without it GET /credits is a 404. Source: contract §2.9.
   */
  totals?(accountId: string): Promise<CreditTotals | undefined>;
  /** The store that is in the same database as the ledger. Source: contract §15.1. */
  readonly generations?: GenerationStore | undefined;
  /**
   * Reserves within the limits of keys and the budgets of workspaces and organizations. Without it
   * requests of keys that have any are a 500. Source: contract §2.9.
   */
  readonly spending?: SpendingBook | undefined;
}

/** Sums of an account since it was opened, USD as exact decimal strings. Open reservations are in none. */
export interface CreditTotals {
  /** What was added, less what was taken away. */
  readonly added: string;
  readonly used: string;
}
