import {
  formatDecimal,
  parseCredits,
  type Clock,
  type CreditLedger,
  type GenerationStore,
} from '@model-gateway/core';
import type { CreditBook } from './database.ts';
import { rowOf } from './generation-store.ts';
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
  generations: GenerationStore,
  clock: Clock,
  { reservationSeconds }: CreditLedgerOptions,
): CreditLedger {
  return {
    generations,
    async reserve(accountId, amount) {
      const wanted = plain(amount);
      if (!isStorable(accountId)) return undefined;
      const id = crypto.randomUUID();
      const expires = clock.now() + reservationSeconds * 1000;
      const isReserved = await book.reserve({ id, accountId, amount: wanted, expires });
      return isReserved ? { id, accountId, amount: wanted } : undefined;
    },
    async settle({ id }, amount, generation) {
      const charge = plain(amount);
      if (!isStorable(id)) return;
      const row = generation && rowOf(generation);
      await book.end({ id, charge, now: clock.now(), generation: row });
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
