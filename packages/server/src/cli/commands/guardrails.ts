import type { Command } from 'commander';
import { CommandError, type Io } from '../io.ts';
import { requireOrganizationId } from '../organization-id.ts';
import { printList, printResult } from '../output.ts';
import { withStore, withStoreOptions, type StoreFlags } from '../stores.ts';

interface AssignFlags extends StoreFlags {
  readonly organization: string;
  readonly guardrail: string;
  readonly user: string;
  readonly by: string;
}

/** `guardrails assign|list|unassign` */
export function defineGuardrails(program: Command, io: Io): void {
  const guardrails = program.command('guardrails').description('guardrails assigned to members');
  withStoreOptions(guardrails.command('assign'))
    .description('assign a guardrail to a member')
    .requiredOption('--organization <id>', 'the organization of both')
    .requiredOption('--guardrail <uuid>', 'the guardrail')
    .requiredOption('--user <id>', 'the member')
    .requiredOption('--by <id>', 'the user who assigns it')
    .action((flags: AssignFlags) => assign(flags, io));
  withStoreOptions(guardrails.command('list'))
    .description('every assignment')
    .action((flags: StoreFlags) => list(flags, io));
  withStoreOptions(guardrails.command('unassign <id>'))
    .description('remove an assignment, by its id')
    .action((id: string, flags: StoreFlags) => unassign(id, flags, io));
}

async function assign(flags: AssignFlags, io: Io): Promise<void> {
  requireOrganizationId(flags.organization);
  const made = await withStore(flags, io, (admin) =>
    admin.assignments.create({
      guardrail_id: flags.guardrail,
      user_id: flags.user,
      assigned_by: flags.by,
      organization_id: flags.organization,
    }),
  );
  printResult(io, flags.json, made);
}

async function list(flags: StoreFlags, io: Io): Promise<void> {
  const rows = await withStore(flags, io, async (admin) => {
    const all: object[] = [];
    for await (const assignment of admin.assignments.export()) all.push(assignment);
    return all;
  });
  printList(io, flags.json, rows, ['id', 'guardrail_id', 'user_id', 'organization_id']);
}

async function unassign(id: string, flags: StoreFlags, io: Io): Promise<void> {
  const isDone = await withStore(flags, io, (admin) => admin.assignments.delete(id));
  if (!isDone) throw new CommandError(`there is no assignment ${id}`);
  printResult(io, flags.json, { id, unassigned: true });
}
