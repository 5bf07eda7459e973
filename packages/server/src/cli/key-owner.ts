import type { Administration, Workspace } from '@model-gateway/sql';
import { CommandError } from './io.ts';
import { workspaceIn } from './workspace-in.ts';

/** The user that keys belong to unless a command names another. */
export const DEFAULT_USER = 'user_admin';

/** What a command says about the owner of a new key. */
export interface OwnerFlags {
  readonly user: string;
  readonly organization?: string;
  readonly workspace?: string;
}

/** What a key acts for. */
export interface KeyOwner {
  readonly userId: string;
  readonly organizationId: string | null;
  readonly workspaceId: string;
}

/**
 * Decides what a new key acts for. Without `--organization` that is the owner of `--workspace`, or
 * else the organization that the user is a member of; without `--workspace`, the first workspace of
 * that account, or a new one. Refuses to choose between several organizations, and a workspace that
 * the store does not hold or that another account owns: such a key could be given, and never used.
 */
export async function keyOwner(flags: OwnerFlags, admin: Administration): Promise<KeyOwner> {
  const { user, organization } = flags;
  if (flags.workspace !== undefined) {
    const { id, accountId } = await workspaceIn(admin, flags.workspace, organization);
    const isOwn = organization === undefined && accountId === user;
    return { userId: user, organizationId: isOwn ? null : accountId, workspaceId: id };
  }
  const organizationId = organization ?? (await organizationOf(user, admin));
  const { id } = await firstWorkspace(organizationId ?? user, admin);
  return { userId: user, organizationId, workspaceId: id };
}

async function organizationOf(user: string, admin: Administration): Promise<string | null> {
  const memberships: string[] = [];
  for await (const { organizationId, member } of admin.members.export()) {
    if (member.id === user) memberships.push(organizationId);
  }
  if (memberships.length > 1) {
    throw new CommandError(
      `${user} is a member of ${memberships.join(' and ')}: name one with --organization`,
    );
  }
  return memberships[0] ?? null;
}

async function firstWorkspace(accountId: string, admin: Administration): Promise<Workspace> {
  for await (const workspace of admin.workspaces.export()) {
    if (workspace.accountId === accountId) return workspace;
  }
  return admin.workspaces.create({ accountId, name: 'Default' });
}
