import type { Command } from 'commander';
import { CommandError, type Io } from '../io.ts';
import { printList, printResult } from '../output.ts';
import { withStore, withStoreOptions, type StoreFlags } from '../stores.ts';

interface AccountFlags extends StoreFlags {
  readonly account: string;
}

interface GrantFlags extends AccountFlags {
  readonly amount: string;
  readonly note?: string;
}

/** `credits grant|show|audit|list` */
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
  withStoreOptions(credits.command('audit'))
    .description('add up every movement and reservation, and compare with the balance')
    .requiredOption('--account <id>', 'the account')
    .action((flags: AccountFlags) => audit(flags, io));
  withStoreOptions(credits.command('list'))
    .description('every account')
    .action((flags: StoreFlags) => list(flags, io));
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
  const found = await withStore(flags, io, (admin) => admin.accounts.show(account));
  if (found === undefined) throw new CommandError(`there is no credit account "${account}"`);
  printResult(io, flags.json, { account, balance: inCents(found.balance) });
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
  const [whole = '0', fraction = ''] = usd.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}
