import type { Transaction } from 'kysely';
import type { Schema } from '../schema.ts';

/** What forwards telemetry asks for the destinations of a workspace, whatever their account. */
export async function indexDestinationsByWorkspace({ schema }: Transaction<Schema>): Promise<void> {
  await schema
    .createIndex('mg_destinations_workspace')
    .on('mg_destinations')
    .column('workspace_id')
    .execute();
}
