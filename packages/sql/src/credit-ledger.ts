import {
  addDecimals,
  formatDecimal,
  parseCredits,
  parseDecimal,
  subtractDecimals,
  type Clock,
  type CreditLedger,
  type Decimal,
  type GenerationStore,
} from '@model-gateway/core';
import type { Database } from './database.ts';
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
  database: Database,
  generations: GenerationStore,
  clock: Clock,
  { reservationSeconds }: CreditLedgerOptions,
): CreditLedger {
  const { credits: book } = database;
  const grants = prepareGrants(database);
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
    async totals(account) {
      const rows = isStorable(account) ? await grants({ account }) : [];
      const [first] = rows;
      if (first === undefined) return undefined;
      const added = rows.map(({ amount }) => amountOf(amount ?? '0')).reduce(addDecimals);
      const used = subtractDecimals(added, amountOf(first.balance));
      return { added: formatDecimal(added), used: formatDecimal(used) };
    },
  };
}

interface GrantRow {
  readonly balance: string;
  /** Null where an account has none. */
  readonly amount: string | null;
}

/** Grants are few, and what they do not explain of a balance are charges. */
function prepareGrants(database: Database) {
  return database.prepare<{ readonly account: string }, GrantRow>('reads', (db, value) =>
    db
      .selectFrom('mg_credit_accounts as accounts')
      .leftJoin('mg_credit_movements as movements', (join) =>
        join.onRef('movements.account_id', '=', 'accounts.id').on('movements.kind', '=', 'grant'),
      )
      .where('accounts.id', '=', value('account'))
      .select(['accounts.balance', 'movements.amount'])
      .compile(),
  );
}

function amountOf(amount: string): Decimal {
  const value = parseDecimal(amount);
  if (value === undefined) throw new RangeError(`expected a decimal amount, got "${amount}"`);
  return value;
}

/** Returns plain digits, for databases that do not read exponents everywhere. */
function plain(amount: string): string {
  return formatDecimal(parseCredits(amount));
}
