import type { Selectable, Transaction } from 'kysely';
import type { Schema } from '../schema.ts';

/**
 * Gives a workspace, its destinations and its keys to an organization, and returns its row;
 * undefined when it does not exist. Keys keep their users.
 */
export async function moveWorkspace(
  trx: Transaction<Schema>,
  id: string,
  organizationId: string,
): Promise<Selectable<Schema['mg_workspaces']> | undefined> {
  await trx
    .updateTable('mg_workspaces')
    .set({ account_id: organizationId })
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('mg_destinations')
    .set({ account_id: organizationId })
    .where('workspace_id', '=', id)
    .execute();
  await trx
    .updateTable('mg_keys')
    .set({ organization_id: organizationId })
    .where('workspace_id', '=', id)
    .execute();
  return trx.selectFrom('mg_workspaces').selectAll().where('id', '=', id).executeTakeFirst();
}
