import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { requireEmailAddress } from '../email-address.ts';
import { CommandError, type Io } from '../io.ts';
import { requireOrganizationId, requireUserId } from '../organization-id.ts';
import { printResult } from '../output.ts';
import { printPage, readPage, withPageOptions, type PageFlags } from '../read-page.ts';
import { withStore, withStoreOptions, type StoreFlags } from '../stores.ts';

interface AddFlags extends StoreFlags {
  readonly organization: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
  readonly id?: string;
}

interface MemberFlags extends StoreFlags {
  readonly organization: string;
}

interface ListFlags extends StoreFlags, PageFlags {
  readonly json?: boolean;
  readonly organization?: string;
}

/** `members add|list|show|set-role|remove` */
export function defineMembers(program: Command, io: Io): void {
  const members = program.command('members').description('the people of an organization');
  withStoreOptions(members.command('add'))
    .description('add a member as the newest')
    .requiredOption('--organization <id>', 'the organization')
    .requiredOption('--email <address>', 'the address that the member signs in with')
    .requiredOption('--first-name <text>', 'the given name')
    .requiredOption('--last-name <text>', 'the family name')
    .option('--role <role>', 'the role, such as member or admin', 'member')
    .option('--id <id>', 'the user id; a new one by default')
    .action((flags: AddFlags) => add(flags, io));
  withStoreOptions(withPageOptions(members.command('list')))
    .description('every member, in the order of joining')
    .option('--organization <id>', 'only of this organization')
    .action((flags: ListFlags) => list(flags, io));
  withStoreOptions(members.command('show <id>'))
    .description('one member')
    .requiredOption('--organization <id>', 'the organization')
    .action((id: string, flags: MemberFlags) => show(id, flags, io));
  withStoreOptions(members.command('set-role <id> <role>'))
    .description('change the role of a member')
    .requiredOption('--organization <id>', 'the organization')
    .action((id: string, role: string, flags: MemberFlags) => setRole({ id, role }, flags, io));
  withStoreOptions(members.command('remove <id>'))
    .description('remove a member')
    .requiredOption('--organization <id>', 'the organization')
    .action((id: string, flags: MemberFlags) => remove(id, flags, io));
}

async function add(flags: AddFlags, io: Io): Promise<void> {
  const { organization, email, firstName, lastName, role } = flags;
  requireOrganizationId(organization);
  requireEmailAddress(email);
  if (flags.id !== undefined) requireUserId('--id', flags.id, 'user_ada');
  const id = flags.id ?? `user_${randomUUID().replaceAll('-', '').slice(0, 27)}`;
  const member = { id, email, first_name: firstName, last_name: lastName, role };
  await withStore(flags, io, (admin) => admin.members.create(organization, member));
  printResult(io, flags.json, member);
}

async function list(flags: ListFlags, io: Io): Promise<void> {
  const { organization } = flags;
  const { items, isMore } = await withStore(flags, io, (admin) =>
    readPage(
      admin.members.export(),
      flags,
      ({ organizationId }) => organization === undefined || organizationId === organization,
    ),
  );
  const rows = items.map(({ organizationId, member }) => ({
    organization: organizationId,
    ...member,
  }));
  const columns = ['organization', 'id', 'email', 'first_name', 'last_name', 'role'];
  printPage(io, flags, { items: rows, isMore }, columns);
}

async function show(id: string, { organization, ...flags }: MemberFlags, io: Io): Promise<void> {
  const shown = await withStore(flags, io, async (admin) => {
    const member = await admin.members.show(organization, id);
    if (member === undefined) throw notMember(id, organization);
    return { organization, ...member };
  });
  printResult(io, flags.json, shown);
}

function notMember(id: string, organization: string): CommandError {
  return new CommandError(`"${id}" is not a member of "${organization}"`);
}

async function setRole(
  { id, role }: { readonly id: string; readonly role: string },
  { organization, ...flags }: MemberFlags,
  io: Io,
): Promise<void> {
  const changed = await withStore(flags, io, async (admin) => {
    const member = await admin.members.show(organization, id);
    if (member === undefined) throw notMember(id, organization);
    const changedMember = { ...member, role };
    await admin.members.import([{ organizationId: organization, member: changedMember }]);
    return changedMember;
  });
  printResult(io, flags.json, changed);
}

async function remove(id: string, { organization, ...flags }: MemberFlags, io: Io): Promise<void> {
  const isDone = await withStore(flags, io, (admin) => admin.members.delete(organization, id));
  if (!isDone) throw notMember(id, organization);
  printResult(io, flags.json, { id, removed: true });
}
