import type { Generation, GenerationStore } from './generation-store.ts';

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
   * Returns what was ever added to an account and what it was charged; undefined for an unknown
   * account. Without it GET /credits is a 404. Source: contract §15.4.
   */
  totals?(accountId: string): Promise<CreditTotals | undefined>;
  /** The store that is in the same database as the ledger. Source: contract §15.1. */
  readonly generations?: GenerationStore | undefined;
}

/** Sums of an account since it was opened, USD as exact decimal strings. Open reservations are in none. */
export interface CreditTotals {
  /** What was added, less what was taken away. */
  readonly added: string;
  readonly used: string;
}

/** Credits reserved by `reserve`; `amount` is USD as an exact decimal string. */
export interface Reservation {
  readonly id: string;
  readonly accountId: string;
  readonly amount: string;
}
