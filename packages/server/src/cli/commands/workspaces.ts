import type { Workspace } from '@model-gateway/sql';
import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { printList, printResult } from '../output.ts';
import { withStore, withStoreOptions, type StoreFlags } from '../stores.ts';

interface CreateFlags extends StoreFlags {
  readonly organization: string;
  readonly name: string;
}

/** `workspaces create|list` */
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
}

async function create({ organization, name, ...flags }: CreateFlags, io: Io): Promise<void> {
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

function shown({ id, accountId, name, state, createdAt }: Workspace): object {
  return { id, organization: accountId, name, state, created_at: createdAt };
}
