import type { Administration } from '@model-gateway/sql';
import { Option, type Command } from 'commander';
import { presentAccount } from '../credit-account-in.ts';
import { inCents } from '../in-cents.ts';
import { CommandError, type Io } from '../io.ts';
import { printResult } from '../output.ts';
import { printPage, readPage, withPageOptions, type PageFlags } from '../read-page.ts';
import { withStore, withStoreOptions, type StoreFlags } from '../stores.ts';

interface ListFlags extends StoreFlags, PageFlags {
  readonly json?: boolean;
  readonly state?: 'active' | 'disabled';
}

/** `accounts list|disable|enable|delete` */
export function defineAccounts(program: Command, io: Io): void {
  const accounts = program
    .command('accounts')
    .description('the credit accounts that keys pay from');
  withStoreOptions(withPageOptions(accounts.command('list')))
    .description('every account and what it has')
    .addOption(new Option('--state <state>', 'those in this state').choices(['active', 'disabled']))
    .action((flags: ListFlags) => list(flags, io));
  for (const [change, says] of [
    ['disable', 'let keys of an account make nothing, until it is enabled'],
    ['enable', 'let keys of a disabled account make things again'],
    ['delete', 'delete an account with its history, when no key pays from it'],
  ] as const) {
    withStoreOptions(accounts.command(`${change} <id>`))
      .description(says)
      .action((id: string, flags: StoreFlags) => changeAccount(change, id, flags, io));
  }
}

async function list(flags: ListFlags, io: Io): Promise<void> {
  const { state } = flags;
  const { items, isMore } = await withStore(flags, io, (admin) =>
    readPage(
      admin.accounts.export(),
      flags,
      (account) => state === undefined || account.state === state,
    ),
  );
  const rows = items.map((account) => ({
    account: account.id,
    state: account.state,
    balance: inCents(account.balance),
    reserved: inCents(account.reserved),
  }));
  printPage(io, flags, { items: rows, isMore }, ['account', 'state', 'balance', 'reserved']);
}

async function changeAccount(
  change: 'disable' | 'enable' | 'delete',
  account: string,
  flags: StoreFlags,
  io: Io,
): Promise<void> {
  await withStore(flags, io, async (admin) => {
    await presentAccount(account, admin);
    if (change === 'delete') await requireUnused(account, admin);
    await admin.accounts[change](account);
  });
  printResult(io, flags.json, { account, [`${change}d`]: true });
}

/** A key of an account that does not exist could be given, and never make anything. */
async function requireUnused(account: string, admin: Administration): Promise<void> {
  const [key] = await admin.keys.list({ creditAccountId: account, limit: 1 });
  if (key === undefined) return;
  throw new CommandError(
    `the key "${key.label}" (${key.hash.slice(0, 8)}) pays from "${account}": delete its keys first, or model-gateway credits close --account ${account}`,
  );
}
