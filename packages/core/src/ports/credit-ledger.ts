/** Credits of accounts, USD as exact decimal strings. Source: contract §4.7. */
export interface CreditLedger {
  /**
   * Sets `amount` aside in one atomic step, so that concurrent requests never spend the same
   * credit; undefined when the account has too little, or does not exist.
   */
  reserve(accountId: string, amount: string): Promise<Reservation | undefined>;
  /**
   * Ends a reservation: `amount`, at most what was reserved, is charged and the rest is free again.
   * Only the first end of a reservation counts.
   */
  settle(reservation: Reservation, amount: string): Promise<void>;
  /** Ends a reservation without a charge. Only the first end of a reservation counts. */
  release(reservation: Reservation): Promise<void>;
}

export interface Reservation {
  readonly id: string;
  readonly accountId: string;
  readonly amount: string;
}
