import type { Administration, Workspace } from '@model-gateway/sql';
import { CommandError } from './io.ts';

/**
 * Returns the workspace that `--workspace` names. Throws when the store does not hold it, or when
 * `--organization` names another account than the one that owns it.
 */
export async function workspaceIn(
  admin: Administration,
  id: string,
  organization: string | undefined,
): Promise<Workspace> {
  const workspace = await admin.workspaces.show(id);
  if (workspace === undefined) throw noWorkspace(id);
  if (organization !== undefined && organization !== workspace.accountId) {
    throw new CommandError(
      `workspace ${id} belongs to ${workspace.accountId}, not to ${organization}; leave --organization out, or name a workspace of ${organization}`,
    );
  }
  return workspace;
}

/** Returns the error of a workspace that the store does not hold. */
export function noWorkspace(id: string): CommandError {
  return new CommandError(
    `there is no workspace ${id}; model-gateway workspaces list shows those that exist`,
  );
}
