import type { Transaction } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';

/** The shares of limits that a process has already sent warnings for. */
export async function createSpendingWarnings(
  { schema }: Transaction<Schema>,
  { text, whole, exact }: ColumnTypes,
): Promise<void> {
  await schema
    .createTable('mg_spending_warnings')
    .addColumn('kind', text, (col) => col.notNull())
    .addColumn('id', text, (col) => col.notNull())
    .addColumn('first_day', text, (col) => col.notNull())
    .addColumn('last_day', text, (col) => col.notNull())
    .addColumn('usd', exact, (col) => col.notNull())
    .addColumn('percent', whole, (col) => col.notNull())
    .addPrimaryKeyConstraint('mg_spending_warnings_key', [
      'kind',
      'id',
      'first_day',
      'last_day',
      'usd',
      'percent',
    ])
    .execute();
  await schema
    .createIndex('mg_spending_warnings_last_day')
    .on('mg_spending_warnings')
    .column('last_day')
    .execute();
}
