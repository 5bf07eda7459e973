import { formatDecimal, parseCredits, type Clock, type CreditLedger } from '@model-gateway/core';
import type { CreditBook } from './database.ts';
import { isStorable } from './storable-text.ts';

export interface CreditLedgerOptions {
  /**
   * How long a reservation holds credit when it is never ended, such as after a process was killed.
   */
  readonly reservationSeconds: number;
}

/** Creates the credit ledger, which all processes share. */
export function createCreditLedger(
  book: CreditBook,
  clock: Clock,
  { reservationSeconds }: CreditLedgerOptions,
): CreditLedger {
  return {
    async reserve(accountId, amount) {
      const wanted = plain(amount);
      if (!isStorable(accountId)) return undefined;
      const id = crypto.randomUUID();
      const expires = clock.now() + reservationSeconds * 1000;
      const isReserved = await book.reserve({ id, accountId, amount: wanted, expires });
      return isReserved ? { id, accountId, amount: wanted } : undefined;
    },
    async settle({ id }, amount) {
      const charge = plain(amount);
      if (isStorable(id)) await book.end({ id, charge, now: clock.now() });
    },
    async release({ id }) {
      if (isStorable(id)) await book.end({ id, charge: '0', now: clock.now() });
    },
  };
}

/** Returns plain digits, for databases that do not read exponents everywhere. */
function plain(amount: string): string {
  return formatDecimal(parseCredits(amount));
}
