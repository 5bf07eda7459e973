import type { Administration, CreditAccount } from '@model-gateway/sql';
import type { Command } from 'commander';
import { CommandError, type Io } from '../io.ts';
import { printList, printResult } from '../output.ts';
import { withStore, withStoreOptions, type StoreFlags } from '../stores.ts';
import { whole } from '../whole-number.ts';

interface AccountFlags extends StoreFlags {
  readonly account: string;
}

interface GrantFlags extends AccountFlags {
  readonly amount: string;
  readonly note?: string;
}

interface HistoryFlags extends AccountFlags {
  readonly limit: number;
}

/** `credits grant|show|history|audit|list|disable|enable|delete` */
export function defineCredits(program: Command, io: Io): void {
  const credits = program.command('credits').description('what accounts may spend, in USD');
  withStoreOptions(credits.command('grant'))
    .description('add to an account, which is opened if it is not there; below 0 takes away')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--amount <usd>', 'how much, as a decimal: 5.00')
    .option('--note <text>', 'why, for the books')
    .action((flags: GrantFlags) => grant(flags, io));
  withStoreOptions(credits.command('show'))
    .description('the balance of an account')
    .requiredOption('--account <id>', 'the account')
    .action((flags: AccountFlags) => show(flags, io));
  withStoreOptions(credits.command('history'))
    .description('the last grants and charges of an account, oldest first')
    .requiredOption('--account <id>', 'the account')
    .option('--limit <number>', 'at most this many', whole(1, 100_000), 100)
    .action((flags: HistoryFlags) => history(flags, io));
  withStoreOptions(credits.command('audit'))
    .description('add up every movement and reservation, and compare with the balance')
    .requiredOption('--account <id>', 'the account')
    .action((flags: AccountFlags) => audit(flags, io));
  withStoreOptions(credits.command('list'))
    .description('every account')
    .action((flags: StoreFlags) => list(flags, io));
  for (const [change, says] of [
    ['disable', 'let keys of an account make nothing, until it is enabled'],
    ['enable', 'let keys of a disabled account make images again'],
    ['delete', 'delete an account with its history, when no key pays from it'],
  ] as const) {
    withStoreOptions(credits.command(change))
      .description(says)
      .requiredOption('--account <id>', 'the account')
      .action((flags: AccountFlags) => changeAccount(change, flags, io));
  }
}

async function grant({ account, amount, note, ...flags }: GrantFlags, io: Io): Promise<void> {
  if (!/^-?\d{1,12}(\.\d{1,18})?$/.test(amount)) {
    throw new CommandError(`--amount must be a decimal number of USD such as 5.00, got ${amount}`);
  }
  const { balance, isNew } = await withStore(flags, io, async (admin) => {
    const isThere = (await admin.accounts.show(account)) !== undefined;
    if (!isThere && amount.startsWith('-')) {
      throw new CommandError(`there is no credit account "${account}" to take from`);
    }
    if (!isThere) await admin.accounts.create({ id: account });
    return { ...(await admin.accounts.grant(account, amount, note)), isNew: !isThere };
  });
  printResult(io, flags.json, { account, balance: inCents(balance) });
  // A mistyped id opens an account that no key pays from.
  if (isNew) io.say(`Opened the account "${account}".`);
}

async function show({ account, ...flags }: AccountFlags, io: Io): Promise<void> {
  const { balance, state } = await withStore(flags, io, (admin) => present(account, admin));
  printResult(io, flags.json, { account, state, balance: inCents(balance) });
}

async function history({ account, limit, ...flags }: HistoryFlags, io: Io): Promise<void> {
  const rows = await withStore(flags, io, async (admin) => {
    await present(account, admin);
    const last: object[] = [];
    for await (const { at, kind, amount, note } of admin.accounts.movements(account)) {
      if (last.length === limit) last.shift();
      last.push({ at, kind, amount: inCents(amount), note });
    }
    return last;
  });
  printList(io, flags.json, rows, ['at', 'kind', 'amount', 'note']);
}

async function changeAccount(
  change: 'disable' | 'enable' | 'delete',
  { account, ...flags }: AccountFlags,
  io: Io,
): Promise<void> {
  await withStore(flags, io, async (admin) => {
    await present(account, admin);
    if (change === 'delete') await requireUnused(account, admin);
    await admin.accounts[change](account);
  });
  printResult(io, flags.json, { account, [`${change}d`]: true });
}

/** A key of an account that does not exist could be given, and never make anything. */
async function requireUnused(account: string, admin: Administration): Promise<void> {
  for await (const { creditAccountId, hash, label } of admin.keys.export()) {
    if (creditAccountId !== account) continue;
    throw new CommandError(
      `the key "${label}" (${hash.slice(0, 8)}) pays from "${account}": delete its keys first, or model-gateway credits disable --account ${account}`,
    );
  }
}

async function present(account: string, admin: Administration): Promise<CreditAccount> {
  const found = await admin.accounts.show(account);
  if (found === undefined) throw new CommandError(`there is no credit account "${account}"`);
  return found;
}

async function audit({ account, ...flags }: AccountFlags, io: Io): Promise<void> {
  const result = await withStore(flags, io, async (admin) => {
    const { balance, reserved, isSound } = await admin.accounts.audit(account);
    let movements = 0;
    for await (const _movement of admin.accounts.movements(account)) movements++;
    return {
      account,
      balance: inCents(balance),
      reserved: inCents(reserved),
      movements,
      balanced: isSound,
    };
  });
  printResult(io, flags.json, result);
  if (!result.balanced) throw new CommandError(`the books of "${account}" do not agree`);
}

async function list(flags: StoreFlags, io: Io): Promise<void> {
  const rows = await withStore(flags, io, async (admin) => {
    const all: object[] = [];
    for await (const { id, state, balance, reserved } of admin.accounts.export()) {
      all.push({ account: id, state, balance: inCents(balance), reserved: inCents(reserved) });
    }
    return all;
  });
  printList(io, flags.json, rows, ['account', 'state', 'balance', 'reserved']);
}

/** Returns an amount with at least two digits after the point, and all significant ones. */
function inCents(usd: string): string {
  const [units = '0', fraction = ''] = usd.split('.');
  return `${units}.${fraction.padEnd(2, '0')}`;
}
