import type { Administration, Workspace } from '@model-gateway/sql';
import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { requireId, requireOrganizationId } from '../organization-id.ts';
import { printList, printResult } from '../output.ts';
import { withStore, withStoreOptions, type StoreFlags } from '../stores.ts';
import { noWorkspace } from '../workspace-in.ts';

interface CreateFlags extends StoreFlags {
  readonly organization: string;
  readonly name: string;
}

interface MoveFlags extends StoreFlags {
  readonly organization: string;
}

/** `workspaces create|list|move` */
export function defineWorkspaces(program: Command, io: Io): void {
  const workspaces = program.command('workspaces').description('groups of keys and destinations');
  withStoreOptions(workspaces.command('create'))
    .description('make a workspace')
    .requiredOption(
      '--organization <id>',
      'the organization, or the user without one, that owns it',
    )
    .requiredOption('--name <text>', 'what people call it')
    .action((flags: CreateFlags) => create(flags, io));
  withStoreOptions(workspaces.command('list'))
    .description('every workspace')
    .action((flags: StoreFlags) => list(flags, io));
  withStoreOptions(workspaces.command('move <id>'))
    .description('give a workspace, its keys and its destinations to an organization')
    .requiredOption('--organization <id>', 'the organization that they shall act for')
    .action((id: string, flags: MoveFlags) => move(id, flags, io));
}

async function create({ organization, name, ...flags }: CreateFlags, io: Io): Promise<void> {
  requireId('--organization', organization, 'org_default');
  const made = await withStore(flags, io, (admin) =>
    admin.workspaces.create({ accountId: organization, name }),
  );
  printResult(io, flags.json, shown(made));
}

async function list(flags: StoreFlags, io: Io): Promise<void> {
  const rows = await withStore(flags, io, async (admin) => {
    const all: object[] = [];
    for await (const workspace of admin.workspaces.export()) all.push(shown(workspace));
    return all;
  });
  printList(io, flags.json, rows, ['id', 'organization', 'name', 'state']);
}

async function move(id: string, { organization, ...flags }: MoveFlags, io: Io): Promise<void> {
  requireOrganizationId(organization);
  const { moved, hasMembers } = await withStore(flags, io, async (admin) => ({
    moved: await admin.workspaces.move(id, organization),
    hasMembers: await hasMember(organization, admin),
  }));
  if (moved === undefined) throw noWorkspace(id);
  printResult(io, flags.json, shown(moved));
  if (!hasMembers) {
    io.say(`${organization} has no members yet; model-gateway members add adds one`);
  }
}

async function hasMember(organization: string, admin: Administration): Promise<boolean> {
  for await (const { organizationId } of admin.members.export()) {
    if (organizationId === organization) return true;
  }
  return false;
}

function shown({ id, accountId, name, state, createdAt }: Workspace): object {
  return { id, organization: accountId, name, state, created_at: createdAt };
}
