import type { Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import type { ColumnTypes } from '../column-types.ts';

/** What each key may use; keys of before have no limits. */
export async function addKeyLimits(
  { schema }: Transaction<Schema>,
  { exact, text, whole }: ColumnTypes,
): Promise<void> {
  const columns = [
    ['limit_usd', exact],
    ['limit_reset', text],
    ['requests_per_minute', whole],
    ['tokens_per_minute', whole],
  ] as const;
  for (const [name, type] of columns) {
    await schema.alterTable('mg_keys').addColumn(name, type).execute();
  }
}
