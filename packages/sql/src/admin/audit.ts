import { addDecimals, compareDecimals, formatDecimal, type Decimal } from '@model-gateway/core';
import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { decimal } from '../decimal.ts';
import type { Schema } from '../schema.ts';
import { AdministrationError } from '../administration-error.ts';

/** The stored amounts of an account, and the sums of its movements and reservations. USD. */
export interface Audit {
  readonly balance: string;
  readonly movements: string;
  readonly reserved: string;
  readonly reservations: string;
  /** Whether both pairs agree to the last digit. */
  readonly isSound: boolean;
}

const PAGE = 1000;
const ZERO: Decimal = { units: 0n, scale: 0 };

/**
 * Adds up everything as of one moment. Locks nothing, because an account that is years old takes
 * minutes. Throws for an unknown account.
 */
export function auditAccount(database: Database, id: string): Promise<Audit> {
  return database.snapshot(async (trx) => {
    const account = await trx
      .selectFrom('mg_credit_accounts')
      .select(['balance', 'reserved'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (account === undefined) throw new AdministrationError(`there is no credit account "${id}"`);
    const [balance, reserved] = [decimal(account.balance), decimal(account.reserved)];
    const movements = await sum((after) => movementsOf(trx, id, after));
    const reservations = await sum((after) => reservationsOf(trx, id, after));
    return {
      balance: formatDecimal(balance),
      movements: formatDecimal(movements),
      reserved: formatDecimal(reserved),
      reservations: formatDecimal(reservations),
      isSound:
        compareDecimals(balance, movements) === 0 && compareDecimals(reserved, reservations) === 0,
    };
  });
}

type Amount = { readonly id: number | string; readonly amount: string };

/** Added here rather than by the database: SQLite would add doubles. */
async function sum(
  page: (after: Amount['id'] | undefined) => Promise<readonly Amount[]>,
): Promise<Decimal> {
  let total = ZERO;
  for (let after: Amount['id'] | undefined; ;) {
    const rows = await page(after);
    for (const { amount } of rows) total = addDecimals(total, decimal(amount));
    if (rows.length < PAGE) return total;
    after = rows.at(-1)?.id;
  }
}

function movementsOf(trx: Transaction<Schema>, id: string, after: Amount['id'] = 0) {
  return trx
    .selectFrom('mg_credit_movements')
    .select(['id', 'amount'])
    .where('account_id', '=', id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute();
}

function reservationsOf(trx: Transaction<Schema>, id: string, after: Amount['id'] = '') {
  return trx
    .selectFrom('mg_reservations')
    .select(['id', 'amount'])
    .where('account_id', '=', id)
    .where('state', '=', 'open')
    .where('id', '>', String(after))
    .orderBy('id')
    .limit(PAGE)
    .execute();
}
