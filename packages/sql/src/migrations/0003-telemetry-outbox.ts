import type { Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import type { ColumnTypes } from '../column-types.ts';

/** Telemetry that is not delivered yet, and the processes that deliver it. */
export async function createTelemetryOutboxTables(
  { schema }: Transaction<Schema>,
  { text, whole }: ColumnTypes,
): Promise<void> {
  await schema
    .createTable('mg_outbox')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('workspace_id', text, (col) => col.notNull())
    .addColumn('destination_id', text, (col) => col.notNull())
    .addColumn('since_ms', whole, (col) => col.notNull())
    .addColumn('not_before_ms', whole, (col) => col.notNull())
    .addColumn('holder', text)
    .addColumn('payload', text, (col) => col.notNull())
    .addColumn('payload_length', 'integer', (col) => col.notNull())
    .addColumn('sealed_with', text)
    .execute();
  await schema.createIndex('mg_outbox_age').on('mg_outbox').columns(['since_ms', 'id']).execute();
  await schema.createIndex('mg_outbox_holder').on('mg_outbox').column('holder').execute();

  await schema
    .createTable('mg_outbox_holders')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('ends_ms', whole, (col) => col.notNull())
    .execute();
}
