import { sql, type Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import type { ColumnTypes } from '../column-types.ts';

/** Creates every table of the stores, the ledger and the rate limiter. */
export async function createStores(trx: Tx, types: ColumnTypes): Promise<void> {
  await createCatalog(trx, types);
  await createKeys(trx, types);
  await createPeople(trx, types);
  await createDestinations(trx, types);
  await createCredits(trx, types);
}

type Tx = Transaction<Schema>;

async function createCatalog({ schema }: Tx, { text }: ColumnTypes): Promise<void> {
  await schema
    .createTable('mg_revisions')
    .addColumn('topic', text, (col) => col.primaryKey())
    .addColumn('revision', text, (col) => col.notNull())
    .execute();

  await schema
    .createTable('mg_catalog_entries')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('position', 'integer', (col) => col.notNull())
    .addColumn('model', text, (col) => col.notNull())
    .addColumn('signals', text, (col) => col.notNull())
    .execute();
  await schema
    .createIndex('mg_catalog_entries_position')
    .on('mg_catalog_entries')
    .column('position')
    .execute();
}

async function createKeys({ schema }: Tx, { text, whole }: ColumnTypes): Promise<void> {
  await schema
    .createTable('mg_workspaces')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('account_id', text, (col) => col.notNull())
    .addColumn('name', text, (col) => col.notNull())
    .addColumn('state', text, (col) => col.notNull())
    .addColumn('created_at', text, (col) => col.notNull())
    .execute();

  await schema
    .createTable('mg_keys')
    .addColumn('hash', text, (col) => col.primaryKey())
    .addColumn('label', text, (col) => col.notNull())
    .addColumn('kind', text, (col) => col.notNull())
    .addColumn('user_id', text, (col) => col.notNull())
    .addColumn('organization_id', text)
    .addColumn('workspace_id', text, (col) => col.notNull())
    .addColumn('allowed_models', text)
    .addColumn('credit_account_id', text)
    .addColumn('state', text, (col) => col.notNull())
    .addColumn('expires_at', text)
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('last_used_ms', whole)
    .execute();
}

async function createPeople({ schema }: Tx, { text, whole, counter }: ColumnTypes): Promise<void> {
  await schema
    .createTable('mg_members')
    .addColumn('position', counter, (col) => col.primaryKey())
    .addColumn('organization_id', text, (col) => col.notNull())
    .addColumn('id', text, (col) => col.notNull())
    .addColumn('email', text, (col) => col.notNull())
    .addColumn('first_name', text, (col) => col.notNull())
    .addColumn('last_name', text, (col) => col.notNull())
    .addColumn('role', text, (col) => col.notNull())
    .addUniqueConstraint('mg_members_id', ['organization_id', 'id'])
    .execute();
  await schema
    .createIndex('mg_members_order')
    .on('mg_members')
    .columns(['organization_id', 'position'])
    .execute();

  await schema
    .createTable('mg_guardrail_assignments')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('guardrail_id', text, (col) => col.notNull())
    .addColumn('user_id', text, (col) => col.notNull())
    .addColumn('assigned_by', text, (col) => col.notNull())
    .addColumn('organization_id', text, (col) => col.notNull())
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('created_ms', whole, (col) => col.notNull())
    .execute();
  await schema
    .createIndex('mg_guardrail_assignments_order')
    .on('mg_guardrail_assignments')
    .columns(['organization_id', 'created_ms', 'id'])
    .execute();
}

async function createDestinations(
  { schema }: Tx,
  { text, whole, truth, fraction }: ColumnTypes,
): Promise<void> {
  await schema
    .createTable('mg_destinations')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('account_id', text, (col) => col.notNull())
    .addColumn('workspace_id', text, (col) => col.notNull())
    .addColumn('version', text, (col) => col.notNull())
    .addColumn('name', text, (col) => col.notNull())
    .addColumn('type', text, (col) => col.notNull())
    .addColumn('enabled', truth, (col) => col.notNull())
    .addColumn('privacy_mode', truth, (col) => col.notNull())
    .addColumn('sampling_rate', fraction, (col) => col.notNull())
    .addColumn('api_key_hashes', text)
    .addColumn('filter_rules', text)
    .addColumn('config', text, (col) => col.notNull())
    .addColumn('sealed_with', text)
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('created_ms', whole, (col) => col.notNull())
    .addColumn('updated_at', text, (col) => col.notNull())
    .execute();
  await schema
    .createIndex('mg_destinations_order')
    .on('mg_destinations')
    .columns(['account_id', 'workspace_id', 'created_ms', 'id'])
    .execute();
}

async function createCredits(
  { schema }: Tx,
  { text, whole, exact, counter }: ColumnTypes,
): Promise<void> {
  await schema
    .createTable('mg_credit_accounts')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('state', text, (col) => col.notNull())
    .addColumn('balance', exact, (col) => col.notNull())
    .addColumn('reserved', exact, (col) => col.notNull())
    .addColumn('created_at', text, (col) => col.notNull())
    .execute();

  await schema
    .createTable('mg_reservations')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('account_id', text, (col) => col.notNull())
    .addColumn('amount', exact, (col) => col.notNull())
    .addColumn('state', text, (col) => col.notNull())
    .addColumn('expires_ms', whole, (col) => col.notNull())
    .execute();
  await schema
    .createIndex('mg_reservations_expiry')
    .on('mg_reservations')
    .columns(['state', 'expires_ms'])
    .execute();

  await schema
    .createTable('mg_credit_movements')
    .addColumn('id', counter, (col) => col.primaryKey())
    .addColumn('account_id', text, (col) => col.notNull())
    .addColumn('amount', exact, (col) => col.notNull())
    .addColumn('kind', text, (col) => col.notNull())
    .addColumn('reservation_id', text, (col) => col.unique())
    .addColumn('note', text)
    .addColumn('at_ms', whole, (col) => col.notNull())
    .addCheckConstraint('mg_credit_movements_kind', sql`kind in ('grant', 'charge')`)
    .execute();
  await schema
    .createIndex('mg_credit_movements_account')
    .on('mg_credit_movements')
    .columns(['account_id', 'id'])
    .execute();
}
