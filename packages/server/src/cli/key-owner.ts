import type { Administration, Workspace } from '@model-gateway/sql';
import { CommandError } from './io.ts';
import { isUserId, requireOrganizationId, requireUserId } from './organization-id.ts';
import { workspaceIn } from './workspace-in.ts';

/** The user that keys belong to unless a command, or the owner of its workspace, says another. */
export const DEFAULT_USER = 'user_admin';

/** What a command says about the owner of a new key. */
export interface OwnerFlags {
  readonly user?: string;
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
 * Decides what a new key acts for. Without `--organization` that is the owner of `--workspace`, an
 * organization or a user, or else the organization that the user is a member of; without
 * `--workspace`, the first workspace of that account, or a new one. Refuses to choose between several
 * organizations, and a workspace that the store does not hold or that another account owns: such a
 * key could be given, and never used.
 */
export async function keyOwner(flags: OwnerFlags, admin: Administration): Promise<KeyOwner> {
  if (flags.organization !== undefined) requireOrganizationId(flags.organization);
  if (flags.user !== undefined) requireUserId('--user', flags.user, DEFAULT_USER);
  if (flags.workspace !== undefined) return ownerOf(flags.workspace, flags, admin);
  const { user = DEFAULT_USER, organization } = flags;
  const organizationId = organization ?? (await organizationOf(user, admin));
  const { id } = await firstWorkspace(organizationId ?? user, admin);
  return { userId: user, organizationId, workspaceId: id };
}

async function ownerOf(
  workspace: string,
  { user, organization }: OwnerFlags,
  admin: Administration,
): Promise<KeyOwner> {
  const { id, accountId } = await workspaceIn(admin, workspace, organization);
  const isOfUser =
    organization === undefined && (accountId === user || (await isUser(accountId, admin)));
  if (!isOfUser) {
    return { userId: user ?? DEFAULT_USER, organizationId: accountId, workspaceId: id };
  }
  if (user !== undefined && user !== accountId) {
    throw new CommandError(
      `workspace ${id} belongs to the user ${accountId}, not to ${user}; leave --user out, or name a workspace of ${user}`,
    );
  }
  return { userId: accountId, organizationId: null, workspaceId: id };
}

/** Ids of users made elsewhere may have any form; a key that acts for one of them tells. */
async function isUser(accountId: string, admin: Administration): Promise<boolean> {
  if (isUserId(accountId)) return true;
  for await (const { userId, organizationId } of admin.keys.export()) {
    if (organizationId === null && userId === accountId) return true;
  }
  return false;
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
