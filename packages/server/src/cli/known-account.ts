import type { Administration } from '@model-gateway/sql';

/** Whether the store holds a workspace or a member of an organization, or of a user without one. */
export async function isKnownAccount(id: string, admin: Administration): Promise<boolean> {
  for await (const { accountId } of admin.workspaces.export()) if (accountId === id) return true;
  return hasMembers(id, admin);
}

/** Whether the store holds a member of an organization. */
export async function hasMembers(id: string, admin: Administration): Promise<boolean> {
  for await (const { organizationId } of admin.members.export()) {
    if (organizationId === id) return true;
  }
  return false;
}
