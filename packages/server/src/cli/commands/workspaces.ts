import type { Workspace } from '@model-gateway/sql';
import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { hasMembers } from '../known-account.ts';
import { requireId, requireOrganizationId } from '../organization-id.ts';
import { printResult } from '../output.ts';
import { printPage, readPage, withPageOptions, type PageFlags } from '../read-page.ts';
import { requireName } from '../required-name.ts';
import { withStore, withStoreOptions, type StoreFlags } from '../stores.ts';
import { noWorkspace } from '../workspace-in.ts';

interface CreateFlags extends StoreFlags {
  readonly organization: string;
  readonly name: string;
}

interface ListFlags extends StoreFlags, PageFlags {
  readonly json?: boolean;
  readonly organization?: string;
}

interface RenameFlags extends StoreFlags {
  readonly name: string;
}

interface MoveFlags extends StoreFlags {
  readonly organization: string;
}

/** `workspaces create|list|rename|move|delete` */
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
  withStoreOptions(withPageOptions(workspaces.command('list')))
    .description('every workspace')
    .option('--organization <id>', 'those of this organization, or of a user without one')
    .action((flags: ListFlags) => list(flags, io));
  withStoreOptions(workspaces.command('rename <id>'))
    .description('give a workspace another name')
    .requiredOption('--name <text>', 'what people call it')
    .action((id: string, flags: RenameFlags) => rename(id, flags, io));
  withStoreOptions(workspaces.command('delete <id>'))
    .description('delete a workspace that has no keys and no destinations')
    .action((id: string, flags: StoreFlags) => remove(id, flags, io));
  withStoreOptions(workspaces.command('move <id>'))
    .description('give a workspace, its keys and its destinations to an organization')
    .requiredOption('--organization <id>', 'the organization that they shall act for')
    .action((id: string, flags: MoveFlags) => move(id, flags, io));
}

async function create({ organization, name, ...flags }: CreateFlags, io: Io): Promise<void> {
  requireId('--organization', organization, 'org_default');
  requireName('workspace', name);
  const made = await withStore(flags, io, (admin) =>
    admin.workspaces.create({ accountId: organization, name }),
  );
  printResult(io, flags.json, shown(made));
}

async function list(flags: ListFlags, io: Io): Promise<void> {
  const { organization } = flags;
  const { items, isMore } = await withStore(flags, io, (admin) =>
    readPage(
      admin.workspaces.export(),
      flags,
      ({ accountId }) => organization === undefined || accountId === organization,
    ),
  );
  const columns = ['id', 'organization', 'name', 'state'];
  printPage(io, flags, { items: items.map(shown), isMore }, columns);
}

async function rename(id: string, { name, ...flags }: RenameFlags, io: Io): Promise<void> {
  requireName('workspace', name);
  const renamed = await withStore(flags, io, (admin) => admin.workspaces.rename(id, name));
  if (renamed === undefined) throw noWorkspace(id);
  printResult(io, flags.json, shown(renamed));
}

async function remove(id: string, flags: StoreFlags, io: Io): Promise<void> {
  const isDone = await withStore(flags, io, (admin) => admin.workspaces.delete(id));
  if (!isDone) throw noWorkspace(id);
  printResult(io, flags.json, { id, deleted: true });
}

async function move(id: string, { organization, ...flags }: MoveFlags, io: Io): Promise<void> {
  requireOrganizationId(organization);
  const { moved, isPeopled } = await withStore(flags, io, async (admin) => ({
    moved: await admin.workspaces.move(id, organization),
    isPeopled: await hasMembers(organization, admin),
  }));
  if (moved === undefined) throw noWorkspace(id);
  printResult(io, flags.json, shown(moved));
  if (!isPeopled) {
    io.say(`${organization} has no members yet; model-gateway members add adds one`);
  }
}

function shown({ id, accountId, name, state, createdAt }: Workspace): object {
  return { id, organization: accountId, name, state, created_at: createdAt };
}
