import { systemClock, type KeyLimits } from '@model-gateway/core';
import { Option, type Command } from 'commander';
import { requireExpiry } from '../expiry.ts';
import { CommandError, type Io } from '../io.ts';
import { whole } from '../whole-number.ts';
import { keyAccount, type AccountFlags } from '../key-account.ts';
import { seconds } from '../duration.ts';
import { keyIn } from '../key-in.ts';
import { isKnownAccount } from '../known-account.ts';
import { modelsIn } from '../models-in.ts';
import { limitsOf, withLimitOptions, withoutLimitOptions, type LimitFlags } from '../key-limits.ts';
import { shownKey } from '../shown-key.ts';
import { shownSpending } from '../shown-spending.ts';
import { DEFAULT_USER, keyOwner, type OwnerFlags } from '../key-owner.ts';
import { printList, printResult } from '../output.ts';
import { withStore, withStoreOptions, type StoreFlags } from '../stores.ts';

interface CreateFlags extends StoreFlags, OwnerFlags, AccountFlags, LimitFlags {
  readonly kind: 'inference' | 'management';
  readonly label: string;
  readonly models?: string;
  readonly expires?: string;
}

/** `keys create|list|show|update|rotate|disable|enable|delete` */
export function defineKeys(program: Command, io: Io): void {
  const keys = program.command('keys').description('keys that clients send as a bearer');
  withStoreOptions(withoutLimitOptions(withLimitOptions(keys.command('create'))))
    .description(
      'make a key; its text is printed once and cannot be had again; limits are by default those of newKeys',
    )
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
    .option('--limit <number>', 'at most this many', whole(1, 1_000_000), 1000)
    .option('--after <hash>', 'those after this hash, as the last page says')
    .option('--label <text>', 'those whose label holds this text')
    .addOption(
      new Option('--kind <kind>', 'those of this kind').choices(['inference', 'management']),
    )
    .addOption(
      new Option('--state <state>', 'those in this state').choices([
        'active',
        'disabled',
        'revoked',
      ]),
    )
    .option('--organization <id>', 'those that act for it')
    .option('--user <id>', 'those that belong to this user')
    .option('--workspace <uuid>', 'those of this workspace')
    .option('--account <id>', 'those that pay from this credit account')
    .option('--no-account', 'those that pay from none')
    .action((flags: ListFlags) => list(flags, io));
  withStoreOptions(keys.command('show <hash>'))
    .description('one key and what it has spent, by its hash or the first eight digits')
    .action((hash: string, flags: StoreFlags) => show(hash, flags, io));
  withStoreOptions(withoutLimitOptions(withLimitOptions(keys.command('update <hash>'))))
    .description('change a key, which keeps its text; what is left out stays')
    .option('--label <text>', 'what it is for')
    .option('--account <id>', 'the credit account that pays')
    .option('--no-account', 'charge nothing')
    .option('--models <ids>', 'the only models that it may use, with commas between')
    .option('--no-models', 'let it use every model')
    .option('--expires <time>', 'when it ends: 2027-01-31T12:00:00Z')
    .option('--no-expires', 'let it never end')
    .action((hash: string, flags: UpdateFlags) => update(hash, flags, io));
  withStoreOptions(keys.command('rotate <hash>'))
    .description('give a key a new text, printed once; everything else, its hash too, stays')
    .requiredOption(
      '--grace <time>',
      'how long the text of now still works: 1h, 7d; 0s for not at all',
      seconds,
    )
    .action((hash: string, flags: RotateFlags) => rotate(hash, flags, io));
  for (const change of ['disable', 'enable', 'delete'] as const) {
    withStoreOptions(keys.command(`${change} <hash>`))
      .description(`${change} a key, by its hash or the first eight digits`)
      .action((hash: string, flags: StoreFlags) => changeKey(change, hash, flags, io));
  }
}

async function create(flags: CreateFlags, io: Io): Promise<void> {
  if (flags.label === '') throw new CommandError('--label must say what the key is for');
  if (flags.expires !== undefined) requireExpiry(flags.expires, systemClock.now());
  const allowedModels = await modelsIn(flags.models ?? false, flags, io);
  const made = await withStore(flags, io, async (admin, { newKeyLimits }) => {
    // What a management key makes has limits, and it spends nothing itself.
    const limits = newLimits(flags, flags.kind === 'inference' ? newKeyLimits : {});
    const creditAccountId = await keyAccount(flags, admin);
    const { organization } = flags;
    const isKnown = organization === undefined || (await isKnownAccount(organization, admin));
    const owner = await keyOwner(flags, admin);
    if (!isKnown) {
      io.say(
        `${organization} was not in the store: it has a first workspace now, and no members; ` +
          'model-gateway members add adds one',
      );
    }
    return admin.keys.create({
      label: flags.label,
      kind: flags.kind,
      ...owner,
      creditAccountId,
      allowedModels,
      expiresAt: flags.expires ?? null,
      limits,
    });
  });
  printResult(io, flags.json, { key: made.text, ...shownKey(made.key) });
  if (flags.json !== true) io.say('Keep the key: it is shown this once.');
  if (made.key.creditAccountId === null) io.say(NOT_CHARGED[flags.kind]);
}

/** A limit that is named has its own reset, or none. */
function newLimits(flags: LimitFlags, defaults: Partial<KeyLimits>): Partial<KeyLimits> {
  const { usd = null, reset = null, ...others } = defaults;
  const ofUsd = flags.limit === undefined ? { usd, reset } : {};
  return { ...others, ...ofUsd, ...limitsOf(flags, { usd }) };
}

/** False for `--no-account`, `--no-models` and `--no-expires`. */
interface UpdateFlags extends StoreFlags, LimitFlags {
  readonly label?: string;
  readonly account?: string | false;
  readonly models?: string | false;
  readonly expires?: string | false;
}

async function update(wanted: string, flags: UpdateFlags, io: Io): Promise<void> {
  const { label, account, models, expires } = flags;
  if (label === '') throw new CommandError('--label must say what the key is for');
  const { limit, limitReset, requestsPerMinute, tokensPerMinute } = flags;
  const limits = [limit, limitReset, requestsPerMinute, tokensPerMinute];
  if ([label, account, models, expires, ...limits].every((flag) => flag === undefined)) {
    throw new CommandError(
      'say what to change: --label, --account, --models, --expires or a limit, such as --limit 20',
    );
  }
  if (typeof expires === 'string') requireExpiry(expires, systemClock.now());
  const allowedModels = models === undefined ? undefined : await modelsIn(models, flags, io);
  const key = await withStore(flags, io, async (admin) => {
    const { hash, limits: stored } = await keyIn(admin, wanted);
    const creditAccountId =
      account === undefined ? undefined : await keyAccount({ account }, admin);
    const changed = limitsOf(flags, stored);
    await admin.keys.update(hash, {
      ...(label !== undefined && { label }),
      ...(creditAccountId !== undefined && { creditAccountId }),
      ...(allowedModels !== undefined && { allowedModels }),
      ...(expires !== undefined && { expiresAt: expires === false ? null : expires }),
      ...(Object.keys(changed).length > 0 && { limits: changed }),
    });
    return keyIn(admin, hash);
  });
  printResult(io, flags.json, shownKey(key));
}

interface RotateFlags extends StoreFlags {
  readonly grace: number;
}

async function rotate(wanted: string, { grace, ...flags }: RotateFlags, io: Io): Promise<void> {
  const { key, text } = await withStore(flags, io, async (admin) => {
    const { hash } = await keyIn(admin, wanted);
    const rotated = await admin.keys.rotate(hash, { graceSeconds: grace });
    if (rotated === undefined) throw new CommandError(`the key ${hash} was deleted meanwhile`);
    return rotated;
  });
  printResult(io, flags.json, { key: text, ...shownKey(key) });
  if (flags.json !== true) io.say('Keep the key: it is shown this once.');
}

const NOT_CHARGED = {
  inference: 'The key has no credit account, so nothing that it makes is charged.',
  management:
    'The key has no credit account, so it shows no credits, and makes no keys where keys are charged.',
};

interface ListFlags extends StoreFlags {
  readonly limit: number;
  readonly after?: string;
  readonly label?: string;
  readonly kind?: 'inference' | 'management';
  readonly state?: 'active' | 'disabled' | 'revoked';
  readonly organization?: string;
  readonly user?: string;
  readonly workspace?: string;
  readonly account?: string | false;
}

async function list(flags: ListFlags, io: Io): Promise<void> {
  const { limit, after, label, kind, state, organization, user, workspace, account } = flags;
  const found = await withStore(flags, io, (admin) =>
    admin.keys.list({
      after,
      label,
      kind,
      state,
      userId: user,
      workspaceId: workspace,
      organizationId: organization,
      creditAccountId: account === false ? null : account,
      // One more says whether there are more.
      limit: limit + 1,
    }),
  );
  const page = found.slice(0, limit);
  const next = found.length > limit ? (page.at(-1)?.hash ?? null) : null;
  const rows = page.map(shownKey);
  if (flags.json === true) printResult(io, true, { data: rows, next });
  else printList(io, false, rows, COLUMNS);
  if (next !== null) io.say(`There are more: --after ${next}`);
}

const COLUMNS = [
  'hash',
  'label',
  'kind',
  'state',
  'account',
  'limit',
  'limit_reset',
  'expires',
  'last_used_at',
];

async function show(hash: string, flags: StoreFlags, io: Io): Promise<void> {
  const at = (io.clock ?? systemClock).now();
  const { key, spent } = await withStore(flags, io, async (admin, { ledger }) => {
    const found = await keyIn(admin, hash);
    const [sums] = await ledger.spending.spent([{ kind: 'key', id: found.hash }], at);
    return { key: found, spent: sums };
  });
  const spending = spent && {
    ...shownSpending(key.limits, spent, at),
    usage_daily: spent.daily,
    usage_weekly: spent.weekly,
    usage_monthly: spent.monthly,
    usage_total: spent.total,
  };
  printResult(io, flags.json, { ...shownKey(key), ...spending });
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
