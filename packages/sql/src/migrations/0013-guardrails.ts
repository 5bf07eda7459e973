import type { Transaction } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';

/**
 * What guardrails allow, which keys have them, and which members reserve. Those that are assigned
 * already limit nothing, as before; one that several organizations assigned becomes one for each.
 */
export async function createGuardrails(
  trx: Transaction<Schema>,
  { text, exact, truth }: ColumnTypes,
): Promise<void> {
  const { schema } = trx;
  await schema
    .createTable('mg_guardrails')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('account_id', text, (col) => col.notNull())
    .addColumn('name', text, (col) => col.notNull())
    .addColumn('allowed_models', text)
    .addColumn('allowed_providers', text)
    .addColumn('zdr', truth, (col) => col.notNull())
    .addColumn('limit_usd', exact)
    .addColumn('limit_reset', text)
    .addColumn('created_at', text, (col) => col.notNull())
    .execute();
  await schema
    .createTable('mg_guardrail_keys')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('guardrail_id', text, (col) => col.notNull())
    .addColumn('key_hash', text, (col) => col.notNull())
    .addColumn('assigned_by', text, (col) => col.notNull())
    .addColumn('created_at', text, (col) => col.notNull())
    .execute();
  await schema
    .createIndex('mg_guardrail_keys_key')
    .unique()
    .on('mg_guardrail_keys')
    .columns(['key_hash', 'guardrail_id'])
    .execute();
  await schema
    .createIndex('mg_guardrail_assignments_member')
    .on('mg_guardrail_assignments')
    .columns(['organization_id', 'user_id'])
    .execute();
  await schema.alterTable('mg_reservations').addColumn('user_id', text).execute();
  await describeAssigned(trx);
}

async function describeAssigned(trx: Transaction<Schema>): Promise<void> {
  const assigned = await trx
    .selectFrom('mg_guardrail_assignments')
    .select(({ fn }) => ['guardrail_id', 'organization_id', fn.min('created_at').as('created_at')])
    .groupBy(['guardrail_id', 'organization_id'])
    .orderBy('guardrail_id')
    .orderBy('organization_id')
    .execute();
  const known = new Set<string>();
  for (const { guardrail_id: given, organization_id: account_id, created_at } of assigned) {
    const id = known.has(given) ? crypto.randomUUID() : given;
    known.add(given);
    if (id !== given) {
      await trx
        .updateTable('mg_guardrail_assignments')
        .set({ guardrail_id: id })
        .where('guardrail_id', '=', given)
        .where('organization_id', '=', account_id)
        .execute();
    }
    const unlimited = {
      allowed_models: null,
      allowed_providers: null,
      zdr: false,
      limit_usd: null,
      limit_reset: null,
    };
    await trx
      .insertInto('mg_guardrails')
      .values({ id, account_id, name: `guardrail ${id}`, ...unlimited, created_at })
      .execute();
  }
}
