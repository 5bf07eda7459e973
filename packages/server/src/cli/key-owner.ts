import type { Administration, Workspace } from '@model-gateway/sql';
import { CommandError } from './io.ts';

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
 * that account, or a new one. Refuses to choose between several organizations.
 */
export async function keyOwner(flags: OwnerFlags, admin: Administration): Promise<KeyOwner> {
  const { user, workspace } = flags;
  const organizationId = flags.organization ?? (await organizationOf(flags, admin));
  const accountId = organizationId ?? user;
  const workspaceId = workspace ?? (await firstWorkspace(accountId, admin)).id;
  return { userId: user, organizationId, workspaceId };
}

async function organizationOf(
  { user, workspace }: OwnerFlags,
  admin: Administration,
): Promise<string | null> {
  const owner = workspace && (await admin.workspaces.show(workspace))?.accountId;
  if (owner) return owner === user ? null : owner;
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
