import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { WindowBudget } from '../../database.ts';
import type { Schema } from '../../schema.ts';
import { RESERVATION_ID, USAGE_ID } from '../../subject-columns.ts';

interface Counting {
  readonly accountId: string;
  readonly budgets: readonly WindowBudget[];
  /** A condition for `mg_spending`: the rows that may count the spender. */
  readonly isSpender: RawBuilder<unknown>;
  /** Whether rows are added that are missing; without it they stay so. */
  readonly isNew: boolean;
}

/**
 * Counts budgets in their windows, and keeps them there until the transaction ends: what reserves
 * or charges for their subjects meanwhile waits, and finds the new window. For a row that is missing
 * nobody would wait: then all wait, once in the life of a subject.
 */
export async function countAnew(
  trx: Transaction<Schema>,
  { accountId, budgets, isSpender, isNew }: Counting,
): Promise<void> {
  // Tables, the account, its rows in one order: as the statements of the ledger lock them.
  const mode = isNew ? sql`share row exclusive` : sql`row exclusive`;
  await sql`lock table mg_reservations, mg_usage_days in ${mode} mode`.execute(trx);
  await sql`select from mg_credit_accounts where id = ${accountId} for update`.execute(trx);
  const { rows } = await sql<CountedRow>`
    select kind, id, first_day, last_day from mg_spending where ${isSpender}
    order by kind, id for update`.execute(trx);
  for (const budget of budgets) {
    const row = rows.find(({ kind, id }) => kind === budget.counter && id === budget.id);
    if (row?.first_day === budget.first && row.last_day === budget.last) continue;
    if (row === undefined && !isNew) continue;
    await count(trx, budget);
  }
}

interface CountedRow {
  readonly kind: string;
  readonly id: string;
  readonly first_day: string;
  readonly last_day: string;
}

/** A statement of its own, which sees what those did for whose locks this one has waited. */
async function count(
  trx: Transaction<Schema>,
  { counter, kind, id, first, last }: WindowBudget,
): Promise<void> {
  await sql`
    insert into mg_spending (kind, id, first_day, last_day, used)
    values (${counter}, ${id}, ${first}, ${last}, (
      select coalesce(sum(cost), 0) from mg_usage_days
      where ${sql.raw(USAGE_ID[kind])} = ${id} and day between ${first} and ${last}
    ) + (
      select coalesce(sum(amount), 0) from mg_reservations
      where ${sql.raw(RESERVATION_ID[kind])} = ${id} and day between ${first} and ${last}
        and state = 'open'
    ))
    on conflict (kind, id) do update
    set first_day = excluded.first_day, last_day = excluded.last_day, used = excluded.used`.execute(
    trx,
  );
}
