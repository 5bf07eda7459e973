import type { Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import type { ColumnTypes } from '../column-types.ts';

/** When gateways first listed the models of their providers. */
export async function createModelSightings(
  { schema }: Transaction<Schema>,
  { text, whole }: ColumnTypes,
): Promise<void> {
  await schema
    .createTable('mg_model_sightings')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('first_seen_ms', whole, (col) => col.notNull())
    .execute();
}
