import { sql, type Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import type { ColumnTypes } from '../column-types.ts';

/**
 * What the administration of keys over HTTP needs, the texts that a key had before, and indexes for
 * reports. Every key of before has one text, that of its hash.
 */
export async function addKeyRecords(
  trx: Transaction<Schema>,
  { text, whole }: ColumnTypes,
): Promise<void> {
  const columns = [
    ['mask', text],
    ['updated_at', text],
    ['digest', text],
    ['old_digest', text],
    ['old_digest_ends_ms', whole],
  ] as const;
  for (const [name, type] of columns) {
    await trx.schema.alterTable('mg_keys').addColumn(name, type).execute();
  }
  await sql`update mg_keys set digest = hash`.execute(trx);
  for (const statement of [
    'create unique index mg_keys_digest on mg_keys (digest)',
    'create unique index mg_keys_old_digest on mg_keys (old_digest)',
    'create index mg_keys_account on mg_keys (coalesce(organization_id, user_id), workspace_id, created_at desc, hash)',
    "create index mg_credit_movements_grants on mg_credit_movements (account_id) where kind = 'grant'",
    'create index mg_usage_days_day on mg_usage_days (day)',
  ]) {
    await sql.raw(statement).execute(trx);
  }
}
