import { systemClock, type Budget, type Subject } from '@model-gateway/core';
import type { Administration, Stores } from '@model-gateway/sql';
import type { Command } from 'commander';
import { CommandError, type Io } from '../io.ts';
import { limitsOf, withSpendingOptions, type LimitFlags } from '../key-limits.ts';
import { requireOrganizationId } from '../organization-id.ts';
import { printList, printResult } from '../output.ts';
import { shownSpending } from '../shown-spending.ts';
import { withStore, withStoreOptions, type StoreFlags } from '../stores.ts';
import { workspaceIn } from '../workspace-in.ts';

interface SubjectFlags extends StoreFlags {
  readonly workspace?: string;
  readonly organization?: string;
}

interface SetFlags extends SubjectFlags, Pick<LimitFlags, 'limit' | 'limitReset'> {}

/** `budgets set|list|show|remove` */
export function defineBudgets(program: Command, io: Io): void {
  const budgets = program
    .command('budgets')
    .description('what the keys of a workspace or an organization may spend together');
  withStoreOptions(withSubjectOptions(withSpendingOptions(budgets.command('set'))))
    .description('give it a budget, or change it, from the next request on; what is left out stays')
    .action((flags: SetFlags) => set(flags, io));
  withStoreOptions(budgets.command('list'))
    .description('every budget, what is spent of it, and what is left until when')
    .action((flags: StoreFlags) => list(flags, io));
  withStoreOptions(withSubjectOptions(budgets.command('show')))
    .description('one budget')
    .action((flags: SubjectFlags) => show(flags, io));
  withStoreOptions(withSubjectOptions(budgets.command('remove')))
    .description('let its keys spend what their own limits and accounts allow')
    .action((flags: SubjectFlags) => remove(flags, io));
}

function withSubjectOptions(command: Command): Command {
  return command
    .option('--workspace <uuid>', 'the workspace')
    .option('--organization <id>', 'the organization, instead of a workspace');
}

function subjectIn({ workspace, organization }: SubjectFlags): Subject {
  if ((workspace === undefined) === (organization === undefined)) {
    throw new CommandError('say whose budget it is: --workspace UUID or --organization ID');
  }
  if (workspace !== undefined) return { kind: 'workspace', id: workspace };
  requireOrganizationId(organization ?? '');
  return { kind: 'organization', id: organization ?? '' };
}

async function set(flags: SetFlags, io: Io): Promise<void> {
  const subject = subjectIn(flags);
  const row = await withStore(flags, io, async (admin, stores) => {
    const stored = await admin.budgets.show(subject);
    // A budget of nobody would be set, and never hold.
    if (subject.kind === 'workspace') await workspaceIn(admin, subject.id, undefined);
    else await requireKnown(subject.id, admin);
    const { usd = stored?.usd, reset = stored?.reset ?? null } = limitsOf(flags, stored);
    if (usd === undefined || usd === null) throw new CommandError('a budget needs --limit USD');
    return shownBudget(await admin.budgets.put({ ...subject, usd, reset }), stores, io);
  });
  printResult(io, flags.json, row);
}

/** An organization is known by the keys, workspaces and members that it has. */
async function requireKnown(organization: string, admin: Administration): Promise<void> {
  const [key] = await admin.keys.list({ organizationId: organization, limit: 1 });
  if (key !== undefined) return;
  for await (const { accountId } of admin.workspaces.export()) {
    if (accountId === organization) return;
  }
  for await (const { organizationId } of admin.members.export()) {
    if (organizationId === organization) return;
  }
  throw new CommandError(
    `no key, workspace or member belongs to the organization ${organization}; model-gateway workspaces list shows those that exist`,
  );
}

async function list(flags: StoreFlags, io: Io): Promise<void> {
  const rows = await withStore(flags, io, async (admin, stores) => {
    const shown: object[] = [];
    for (const budget of await admin.budgets.list()) {
      shown.push(await shownBudget(budget, stores, io));
    }
    return shown;
  });
  printList(io, flags.json, rows, [
    'of',
    'id',
    'limit',
    'limit_reset',
    'usage',
    'reserved',
    'limit_remaining',
    'resets_at',
  ]);
}

async function show(flags: SubjectFlags, io: Io): Promise<void> {
  const subject = subjectIn(flags);
  const row = await withStore(flags, io, async (admin, stores) => {
    const budget = await admin.budgets.show(subject);
    if (budget === undefined) throw noBudget(subject);
    return shownBudget(budget, stores, io);
  });
  printResult(io, flags.json, row);
}

async function remove(flags: SubjectFlags, io: Io): Promise<void> {
  const subject = subjectIn(flags);
  const isDone = await withStore(flags, io, (admin) => admin.budgets.remove(subject));
  if (!isDone) throw noBudget(subject);
  printResult(io, flags.json, { of: subject.kind, id: subject.id, removed: true });
}

function noBudget({ kind, id }: Subject): CommandError {
  return new CommandError(
    `the ${kind} ${id} has no budget; model-gateway budgets list shows those that exist`,
  );
}

async function shownBudget(
  budget: Budget,
  { ledger }: Pick<Stores, 'ledger'>,
  io: Io,
): Promise<object> {
  const { kind, id, usd, reset } = budget;
  const at = (io.clock ?? systemClock).now();
  const [spent] = await ledger.spending.spent([{ kind, id }], at);
  if (spent === undefined) throw new CommandError('the store did not answer');
  return { of: kind, id, limit: usd, limit_reset: reset, ...shownSpending(budget, spent, at) };
}
