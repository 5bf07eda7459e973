import type { Transaction } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';

/** What each key has used of a minute, for limits of its own. */
export async function createRateMeters(
  { schema }: Transaction<Schema>,
  types: ColumnTypes,
): Promise<void> {
  const { text, whole, truth } = types;
  await types
    .fleeting(schema.createTable('mg_rate_meters'))
    .addColumn('name', text, (col) => col.primaryKey())
    .addColumn('ends_ms', whole, (col) => col.notNull())
    .addColumn('used', whole, (col) => col.notNull())
    .addColumn('is_taken', truth, (col) => col.notNull())
    .execute();
}
