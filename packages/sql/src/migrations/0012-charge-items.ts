import type { Transaction } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';

/** What each charge adds up from; generations of before do not say. */
export async function addChargeItems(
  { schema }: Transaction<Schema>,
  { text }: ColumnTypes,
): Promise<void> {
  await schema.alterTable('mg_generations').addColumn('items', text).execute();
}
