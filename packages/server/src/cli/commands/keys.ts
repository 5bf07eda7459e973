import { systemClock } from '@model-gateway/core';
import type { KeyRecord } from '@model-gateway/sql';
import { Option, type Command } from 'commander';
import { requireExpiry } from '../expiry.ts';
import { CommandError, type Io } from '../io.ts';
import { whole } from '../whole-number.ts';
import { keyAccount, type AccountFlags } from '../key-account.ts';
import { keyIn } from '../key-in.ts';
import { DEFAULT_USER, keyOwner, type OwnerFlags } from '../key-owner.ts';
import { printList, printResult } from '../output.ts';
import { withStore, withStoreOptions, type StoreFlags } from '../stores.ts';

interface CreateFlags extends StoreFlags, OwnerFlags, AccountFlags {
  readonly label: string;
  readonly models?: string;
  readonly expires?: string;
}

/** `keys create|list|show|update|disable|enable|delete` */
export function defineKeys(program: Command, io: Io): void {
  const keys = program.command('keys').description('keys that clients send as a bearer');
  withStoreOptions(keys.command('create'))
    .description('make a key; its text is printed once and cannot be had again')
    .addOption(
      new Option('--kind <kind>', 'what it may do')
        .choices(['inference', 'management'])
        .default('inference'),
    )
    .requiredOption('--label <text>', 'what it is for')
    .option(
      '--organization <id>',
      'the organization that it acts for; by default the one that the user is a member of',
    )
    .option(
      '--user <id>',
      `the user that it belongs to; by default the owner of its workspace, or ${DEFAULT_USER}`,
    )
    .option(
      '--workspace <uuid>',
      'its workspace; without one the first of its account, or a new one',
    )
    .option('--account <id>', 'the credit account that pays; by default the only one there is')
    .option('--no-account', 'charge nothing')
    .option('--models <ids>', 'the only models that it may use, with commas between')
    .option('--expires <time>', 'when it ends: 2027-01-31T12:00:00Z')
    .action((flags: CreateFlags) => create(flags, io));
  withStoreOptions(keys.command('list'))
    .description('every key, without its text, in the order of hashes')
    .option('--limit <number>', 'at most this many', whole(1, 10_000))
    .option('--after <hash>', 'those after this hash, as the last page says')
    .option('--label <text>', 'those whose label holds this text')
    .action((flags: ListFlags) => list(flags, io));
  withStoreOptions(keys.command('show <hash>'))
    .description('one key, by its hash or the first eight digits')
    .action((hash: string, flags: StoreFlags) => show(hash, flags, io));
  withStoreOptions(keys.command('update <hash>'))
    .description('change a key, which keeps its text; what is left out stays')
    .option('--label <text>', 'what it is for')
    .option('--account <id>', 'the credit account that pays')
    .option('--no-account', 'charge nothing')
    .option('--models <ids>', 'the only models that it may use, with commas between')
    .option('--no-models', 'let it use every model')
    .option('--expires <time>', 'when it ends: 2027-01-31T12:00:00Z')
    .option('--no-expires', 'let it never end')
    .action((hash: string, flags: UpdateFlags) => update(hash, flags, io));
  for (const change of ['disable', 'enable', 'delete'] as const) {
    withStoreOptions(keys.command(`${change} <hash>`))
      .description(`${change} a key, by its hash or the first eight digits`)
      .action((hash: string, flags: StoreFlags) => changeKey(change, hash, flags, io));
  }
}

async function create(flags: CreateFlags, io: Io): Promise<void> {
  if (flags.label === '') throw new CommandError('--label must say what the key is for');
  if (flags.expires !== undefined) requireExpiry(flags.expires, systemClock.now());
  const allowedModels = flags.models === undefined ? null : modelsIn(flags.models);
  const made = await withStore(flags, io, async (admin) => {
    const creditAccountId = await keyAccount(flags, admin);
    const owner = await keyOwner(flags, admin);
    return admin.keys.create({
      label: flags.label,
      kind: flags.kind,
      ...owner,
      creditAccountId,
      allowedModels,
      expiresAt: flags.expires ?? null,
    });
  });
  printResult(io, flags.json, { key: made.text, ...shown(made.key) });
  if (flags.json !== true) io.say('Keep the key: it is shown this once.');
  if (flags.kind === 'inference' && made.key.creditAccountId === null) io.say(NOT_CHARGED);
}

/** False for `--no-account`, `--no-models` and `--no-expires`. */
interface UpdateFlags extends StoreFlags {
  readonly label?: string;
  readonly account?: string | false;
  readonly models?: string | false;
  readonly expires?: string | false;
}

async function update(wanted: string, flags: UpdateFlags, io: Io): Promise<void> {
  const { label, account, models, expires } = flags;
  if (label === '') throw new CommandError('--label must say what the key is for');
  if ([label, account, models, expires].every((flag) => flag === undefined)) {
    throw new CommandError('say what to change: --label, --account, --models or --expires');
  }
  if (typeof expires === 'string') requireExpiry(expires, systemClock.now());
  const key = await withStore(flags, io, async (admin) => {
    const { hash, kind } = await keyIn(admin, wanted);
    const creditAccountId =
      account === undefined ? undefined : await keyAccount({ kind, account }, admin);
    await admin.keys.update(hash, {
      ...(label !== undefined && { label }),
      ...(creditAccountId !== undefined && { creditAccountId }),
      ...(models !== undefined && { allowedModels: models === false ? null : modelsIn(models) }),
      ...(expires !== undefined && { expiresAt: expires === false ? null : expires }),
    });
    return keyIn(admin, hash);
  });
  printResult(io, flags.json, shown(key));
}

/** Returns the ids of `--models`; a list with an empty one is that of a variable that is not set. */
function modelsIn(text: string): readonly string[] {
  const ids = text.split(',').map((id) => id.trim());
  if (!ids.includes('')) return ids;
  throw new CommandError(
    `--models must be ids with commas between, such as openai/gpt-image-1, got ${JSON.stringify(text)}`,
  );
}

const NOT_CHARGED = 'The key has no credit account, so nothing that it makes is charged.';

interface ListFlags extends StoreFlags {
  readonly limit?: number;
  readonly after?: string;
  readonly label?: string;
}

async function list(flags: ListFlags, io: Io): Promise<void> {
  const { limit = Number.POSITIVE_INFINITY, after = '' } = flags;
  const label = flags.label?.toLowerCase() ?? '';
  const { page, next } = await withStore(flags, io, async (admin) => {
    const found: KeyRecord[] = [];
    for await (const key of admin.keys.export()) {
      if (key.hash <= after || !key.label.toLowerCase().includes(label)) continue;
      if (found.length === limit) return { page: found, next: found.at(-1)?.hash ?? null };
      found.push(key);
    }
    return { page: found, next: null };
  });
  const rows = page.map(shown);
  if (flags.json === true && flags.limit !== undefined) {
    return printResult(io, true, { data: rows, next });
  }
  printList(io, flags.json, rows, COLUMNS);
  if (next !== null) io.say(`There are more: --after ${next}`);
}

const COLUMNS = ['hash', 'label', 'kind', 'state', 'account', 'expires', 'last_used_at'];

async function show(hash: string, flags: StoreFlags, io: Io): Promise<void> {
  const key = await withStore(flags, io, (admin) => keyIn(admin, hash));
  printResult(io, flags.json, shown(key));
}

async function changeKey(
  change: 'disable' | 'enable' | 'delete',
  wanted: string,
  flags: StoreFlags,
  io: Io,
): Promise<void> {
  const { hash, isDone } = await withStore(flags, io, async (admin) => {
    const key = await keyIn(admin, wanted);
    return { hash: key.hash, isDone: await admin.keys[change](key.hash) };
  });
  if (!isDone) throw new CommandError(`the key ${hash} was revoked or deleted, so not ${change}d`);
  printResult(io, flags.json, { hash, [`${change}d`]: true });
}

/** Returns a key as commands print it, in the words of the HTTP interface. */
function shown(key: KeyRecord): object {
  return {
    hash: key.hash,
    label: key.label,
    kind: key.kind,
    state: key.state,
    organization: key.organizationId,
    user: key.userId,
    workspace: key.workspaceId,
    account: key.creditAccountId,
    models: key.allowedModels,
    expires: key.expiresAt,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
  };
}
