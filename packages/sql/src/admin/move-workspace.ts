import type { Selectable, Transaction } from 'kysely';
import { AdministrationError } from '../administration-error.ts';
import type { Schema } from '../schema.ts';

/**
 * Gives a workspace, its destinations and its keys to an organization, and returns its row;
 * undefined when it does not exist. Keys keep their users. Throws for a key with a guardrail of its
 * own, which stays with the account.
 */
export async function moveWorkspace(
  trx: Transaction<Schema>,
  id: string,
  organizationId: string,
): Promise<Selectable<Schema['mg_workspaces']> | undefined> {
  const guarded = await trx
    .selectFrom('mg_guardrail_keys as own')
    .innerJoin('mg_keys as keys', 'keys.hash', 'own.key_hash')
    .innerJoin('mg_guardrails as guardrails', 'guardrails.id', 'own.guardrail_id')
    .select(['own.id', 'keys.hash'])
    .where('keys.workspace_id', '=', id)
    .where('guardrails.account_id', '!=', organizationId)
    .limit(1)
    .executeTakeFirst();
  if (guarded !== undefined) {
    throw new AdministrationError(
      `key ${guarded.hash} of workspace ${id} has a guardrail of another account: end the ` +
        `assignment ${guarded.id} first`,
    );
  }
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
