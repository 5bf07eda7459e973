import type { Command } from 'commander';
import { presentAccount } from '../credit-account-in.ts';
import { inCents } from '../in-cents.ts';
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
  readonly before?: number;
}

/** `credits grant|show|history|audit|close` */
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
    .description('the last grants and charges of an account and what they were for, oldest first')
    .requiredOption('--account <id>', 'the account')
    .option('--limit <number>', 'at most this many', whole(1, 100_000), 100)
    .option('--before <id>', 'those before this one, as the last page says', whole(1, MOST_ID))
    .action((flags: HistoryFlags) => history(flags, io));
  withStoreOptions(credits.command('audit'))
    .description('add up every movement and reservation, and compare with the balance')
    .requiredOption('--account <id>', 'the account')
    .action((flags: AccountFlags) => audit(flags, io));
  withStoreOptions(credits.command('close'))
    .description('disable an account and take what it has left, noted in its history, which stays')
    .requiredOption('--account <id>', 'the account')
    .action((flags: AccountFlags) => close(flags, io));
}

const MOST_ID = Number.MAX_SAFE_INTEGER;

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
  const { balance, state } = await withStore(flags, io, (admin) => presentAccount(account, admin));
  printResult(io, flags.json, { account, state, balance: inCents(balance) });
}

async function history(flags: HistoryFlags, io: Io): Promise<void> {
  const { account, limit, before, json } = flags;
  const found = await withStore(flags, io, async (admin) => {
    await presentAccount(account, admin);
    // One more says whether there are more.
    return admin.accounts.latest(account, { limit: limit + 1, before });
  });
  const page = found.slice(-limit);
  const next = found.length > limit ? (page[0]?.id ?? null) : null;
  const rows = page.map((movement) => ({
    id: movement.id,
    at: movement.at,
    kind: movement.kind,
    amount: inCents(movement.amount),
    key: movement.keyHash?.slice(0, 8) ?? null,
    model: movement.model,
    generation: movement.generationId,
    note: movement.note,
  }));
  if (json === true) printResult(io, true, { data: rows, next_before: next });
  else printList(io, false, rows, ['at', 'kind', 'amount', 'key', 'model', 'generation', 'note']);
  if (next !== null) io.say(`There are more: --before ${next}`);
}

async function close({ account, ...flags }: AccountFlags, io: Io): Promise<void> {
  const taken = await withStore(flags, io, async (admin) => {
    await presentAccount(account, admin);
    // From here on nothing more is reserved.
    await admin.accounts.disable(account);
    const { balance, reserved } = await presentAccount(account, admin);
    if (reserved !== '0') {
      throw new CommandError(
        `requests under way have reserved ${inCents(reserved)} of "${account}", which is disabled now: close it again once they have ended`,
      );
    }
    if (balance !== '0') await admin.accounts.grant(account, negated(balance), 'closed');
    return balance;
  });
  printResult(io, flags.json, { account, closed: true, taken: inCents(taken) });
}

function negated(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
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
