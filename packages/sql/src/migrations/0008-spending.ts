import type { Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import type { ColumnTypes } from '../column-types.ts';

/** Who reserved, what subjects with a budget have used of it, and the budgets of groups of keys. */
export async function createSpending(trx: Transaction<Schema>, types: ColumnTypes): Promise<void> {
  const { schema } = trx;
  const { text, exact } = types;
  for (const column of ['day', 'key_hash', 'workspace_id', 'organization_id']) {
    await schema.alterTable('mg_reservations').addColumn(column, text).execute();
  }
  await schema
    .createTable('mg_spending')
    .addColumn('kind', text, (col) => col.notNull())
    .addColumn('id', text, (col) => col.notNull())
    .addColumn('first_day', text, (col) => col.notNull())
    .addColumn('last_day', text, (col) => col.notNull())
    .addColumn('used', exact, (col) => col.notNull())
    .addPrimaryKeyConstraint('mg_spending_subject', ['kind', 'id'])
    .execute();
  await schema
    .createTable('mg_budgets')
    .addColumn('kind', text, (col) => col.notNull())
    .addColumn('id', text, (col) => col.notNull())
    .addColumn('usd', exact, (col) => col.notNull())
    .addColumn('reset', text)
    .addPrimaryKeyConstraint('mg_budgets_subject', ['kind', 'id'])
    .execute();
  for (const column of ['key_hash', 'workspace_id'] as const) {
    await schema
      .createIndex(`mg_usage_days_${column}`)
      .on('mg_usage_days')
      .columns([column, 'day'])
      .execute();
  }
}
