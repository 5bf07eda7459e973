import type { Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import type { ColumnTypes } from '../column-types.ts';

/** Generations, their sums by day, and what a charge is for. */
export async function createGenerations(
  trx: Transaction<Schema>,
  types: ColumnTypes,
): Promise<void> {
  await createGenerationTable(trx, types);
  await createUsageDays(trx, types);
  for (const column of ['generation_id', 'key_hash', 'operation', 'model', 'provider']) {
    await trx.schema.alterTable('mg_credit_movements').addColumn(column, types.text).execute();
  }
}

async function createGenerationTable(
  { schema }: Transaction<Schema>,
  { text, whole, truth, exact }: ColumnTypes,
): Promise<void> {
  await schema
    .createTable('mg_generations')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('created_ms', whole, (col) => col.notNull())
    .addColumn('operation', text, (col) => col.notNull())
    .addColumn('account_id', text, (col) => col.notNull())
    .addColumn('key_hash', text, (col) => col.notNull())
    .addColumn('user_id', text, (col) => col.notNull())
    .addColumn('workspace_id', text, (col) => col.notNull())
    .addColumn('session_id', text)
    .addColumn('model', text, (col) => col.notNull())
    .addColumn('provider_slug', text)
    .addColumn('provider_name', text)
    .addColumn('is_stream', truth, (col) => col.notNull())
    .addColumn('is_cancelled', truth, (col) => col.notNull())
    .addColumn('finish_reason', text)
    .addColumn('ms', whole, (col) => col.notNull())
    .addColumn('first_output_ms', whole)
    .addColumn('prompt_tokens', whole)
    .addColumn('completion_tokens', whole)
    .addColumn('reasoning_tokens', whole)
    .addColumn('cached_tokens', whole)
    .addColumn('cost', exact, (col) => col.notNull())
    .execute();
  await schema
    .createIndex('mg_generations_created')
    .on('mg_generations')
    .column('created_ms')
    .execute();
}

async function createUsageDays(
  { schema }: Transaction<Schema>,
  { text, whole, exact }: ColumnTypes,
): Promise<void> {
  await schema
    .createTable('mg_usage_days')
    .addColumn('account_id', text, (col) => col.notNull())
    .addColumn('day', text, (col) => col.notNull())
    .addColumn('key_hash', text, (col) => col.notNull())
    .addColumn('user_id', text, (col) => col.notNull())
    .addColumn('workspace_id', text, (col) => col.notNull())
    .addColumn('model', text, (col) => col.notNull())
    .addColumn('provider_slug', text, (col) => col.notNull())
    .addColumn('provider_name', text, (col) => col.notNull())
    .addColumn('requests', whole, (col) => col.notNull())
    .addColumn('cost', exact, (col) => col.notNull())
    .addColumn('prompt_tokens', whole, (col) => col.notNull())
    .addColumn('completion_tokens', whole, (col) => col.notNull())
    .addColumn('reasoning_tokens', whole, (col) => col.notNull())
    .addPrimaryKeyConstraint('mg_usage_days_group', [
      'account_id',
      'day',
      'key_hash',
      'user_id',
      'workspace_id',
      'model',
      'provider_slug',
    ])
    .execute();
}
