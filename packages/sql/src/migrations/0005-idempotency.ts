import type { Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import type { ColumnTypes } from '../column-types.ts';

/** Requests with an idempotency key, so that none runs twice. */
export async function createIdempotencyTable(
  { schema }: Transaction<Schema>,
  { text, whole }: ColumnTypes,
): Promise<void> {
  await schema
    .createTable('mg_idempotency')
    .addColumn('key_hash', text, (col) => col.primaryKey())
    .addColumn('body_hash', text, (col) => col.notNull())
    .addColumn('claim_id', text, (col) => col.notNull())
    .addColumn('ends_ms', whole, (col) => col.notNull())
    .addColumn('answer', text)
    .addColumn('sealed_with', text)
    .execute();
  await schema.createIndex('mg_idempotency_ends').on('mg_idempotency').column('ends_ms').execute();
}
