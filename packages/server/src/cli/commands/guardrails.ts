import { Option, type Command } from 'commander';
import type { Administration, GuardrailRecord, KeyGuardrail } from '@model-gateway/sql';
import { guardrailIn } from '../guardrail-in.ts';
import { CommandError, type Io } from '../io.ts';
import { keyIn } from '../key-in.ts';
import { limitsOf, type LimitFlags } from '../key-limits.ts';
import { listIn } from '../list-in.ts';
import { modelsIn } from '../models-in.ts';
import { requireId, requireOrganizationId } from '../organization-id.ts';
import { printList, printResult } from '../output.ts';
import { printPage, readPage, withPageOptions, type PageFlags } from '../read-page.ts';
import { requireProviders } from '../require-providers.ts';
import { requireName } from '../required-name.ts';
import { withStore, withStoreOptions, type StoreFlags } from '../stores.ts';

interface CreateFlags extends StoreFlags, Pick<LimitFlags, 'limit' | 'limitReset'> {
  readonly organization: string;
  readonly name: string;
  readonly models?: string;
  readonly providers?: string;
  readonly zdr?: true;
}

/** False for `--no-models` and the like. */
interface UpdateFlags extends StoreFlags, Pick<LimitFlags, 'limit' | 'limitReset'> {
  readonly name?: string;
  readonly models?: string | false;
  readonly providers?: string | false;
  readonly zdr?: boolean;
}

interface ListFlags extends StoreFlags, PageFlags {
  readonly json?: boolean;
  readonly organization?: string;
}

interface AssignFlags extends StoreFlags {
  readonly organization?: string;
  readonly guardrail: string;
  readonly user?: string;
  readonly key?: string;
  readonly by: string;
}

interface AssignmentsFlags extends StoreFlags {
  readonly guardrail?: string;
}

/** `guardrails create|list|show|update|delete|assign|assignments|unassign` */
export function defineGuardrails(program: Command, io: Io): void {
  const guardrails = program
    .command('guardrails')
    .description('what members and keys may use: models, providers, zdr, spending');
  withLimitOptions(withStoreOptions(guardrails.command('create')))
    .description('make a guardrail; what is left out it does not limit')
    .requiredOption(
      '--organization <id>',
      'the organization, or the user without one, that it belongs to',
    )
    .requiredOption('--name <text>', 'what people and errors call it')
    .option('--models <ids>', 'the only models that it allows, with commas between')
    .option('--providers <slugs>', 'the only providers that it allows, with commas between')
    .option('--zdr', 'allow only endpoints that keep no data')
    .action((flags: CreateFlags) => create(flags, io));
  withStoreOptions(withPageOptions(guardrails.command('list')))
    .description('every guardrail')
    .option('--organization <id>', 'those of this organization, or of a user without one')
    .action((flags: ListFlags) => list(flags, io));
  withStoreOptions(guardrails.command('show <id>'))
    .description('one guardrail, and whom it holds for')
    .action((id: string, flags: StoreFlags) => show(id, flags, io));
  withLimitOptions(withStoreOptions(guardrails.command('update <id>')))
    .description('change a guardrail for all who have it; what is left out stays')
    .option('--name <text>', 'what people and errors call it')
    .option('--models <ids>', 'the only models that it allows, with commas between')
    .option('--no-models', 'let it allow every model')
    .option('--providers <slugs>', 'the only providers that it allows, with commas between')
    .option('--no-providers', 'let it allow every provider')
    .option('--zdr', 'allow only endpoints that keep no data')
    .option('--no-zdr', 'allow endpoints that keep data, too')
    .option('--no-limit', 'let it limit no spending')
    .action((id: string, flags: UpdateFlags) => update(id, flags, io));
  withStoreOptions(guardrails.command('delete <id>'))
    .description('delete a guardrail that is not assigned')
    .action((id: string, flags: StoreFlags) => remove(id, flags, io));
  withStoreOptions(guardrails.command('assign'))
    .description('assign a guardrail to a member, for all keys of the user, or to one key')
    .requiredOption('--guardrail <uuid>', 'the guardrail')
    .option('--user <id>', 'the member')
    .option('--organization <id>', 'the organization of the member; that of the guardrail')
    .option('--key <hash>', 'the key, by its hash or the first eight digits')
    .requiredOption('--by <id>', 'the user who assigns it')
    .action((flags: AssignFlags) => assign(flags, io));
  withStoreOptions(guardrails.command('assignments'))
    .description('every assignment, to members and to keys')
    .option('--guardrail <uuid>', 'those of this guardrail')
    .action((flags: AssignmentsFlags) => assignments(flags, io));
  withStoreOptions(guardrails.command('unassign <id>'))
    .description('remove an assignment, by its id')
    .action((id: string, flags: StoreFlags) => unassign(id, flags, io));
}

function withLimitOptions(command: Command): Command {
  return command
    .option('--limit <usd>', 'the most that each member and each key may spend until the reset: 20')
    .addOption(
      new Option(
        '--limit-reset <when>',
        'when its spending counts from 0 again, at midnight UTC, weeks on Monday',
      ).choices(['daily', 'weekly', 'monthly', 'never']),
    );
}

async function create(flags: CreateFlags, io: Io): Promise<void> {
  const { organization, name, models = false, providers = false, zdr = false } = flags;
  requireId('--organization', organization, 'org_default');
  requireName('guardrail', name);
  const { usd = null, reset = null } = limitsOf(flags);
  const allowedModels = await modelsIn(models, flags, io);
  const allowedProviders = await providersIn(providers, flags, io);
  const given = { accountId: organization, name, allowedModels, allowedProviders, zdr, usd, reset };
  const made = await withStore(flags, io, (admin) => admin.guardrails.create(given));
  printResult(io, flags.json, shown(made));
}

async function list(flags: ListFlags, io: Io): Promise<void> {
  const { organization } = flags;
  const { items, isMore } = await withStore(flags, io, (admin) =>
    readPage(
      admin.guardrails.export(),
      flags,
      ({ accountId }) => organization === undefined || accountId === organization,
    ),
  );
  const columns = ['id', 'organization', 'name', 'models', 'providers', 'zdr', 'limit'];
  printPage(io, flags, { items: items.map(shown), isMore }, [...columns, 'limit_reset']);
}

async function show(id: string, flags: StoreFlags, io: Io): Promise<void> {
  const result = await withStore(flags, io, async (admin) => {
    const guardrail = await guardrailIn(admin, id);
    const members: string[] = [];
    for await (const { guardrail_id, user_id } of admin.assignments.export()) {
      if (guardrail_id === guardrail.id) members.push(user_id);
    }
    const keys = await admin.guardrails.keys(guardrail.id);
    return { ...shown(guardrail), members, keys: keys.map(({ keyHash }) => keyHash) };
  });
  printResult(io, flags.json, result);
}

async function update(id: string, flags: UpdateFlags, io: Io): Promise<void> {
  const { name, models, providers, zdr, limit, limitReset } = flags;
  if ([name, models, providers, zdr, limit, limitReset].every((flag) => flag === undefined)) {
    throw new CommandError(
      'say what to change: --name, --models, --providers, --zdr or a limit, such as --limit 20',
    );
  }
  if (name !== undefined) requireName('guardrail', name);
  const allowedModels = models === undefined ? undefined : await modelsIn(models, flags, io);
  const allowedProviders =
    providers === undefined ? undefined : await providersIn(providers, flags, io);
  const changed = await withStore(flags, io, async (admin) => {
    const stored = await guardrailIn(admin, id);
    const { usd, reset = usd === null ? null : undefined } = limitsOf(flags, stored);
    await admin.guardrails.update(stored.id, {
      ...(name !== undefined && { name }),
      ...(allowedModels !== undefined && { allowedModels }),
      ...(allowedProviders !== undefined && { allowedProviders }),
      ...(zdr !== undefined && { zdr }),
      ...(usd !== undefined && { usd }),
      ...(reset !== undefined && { reset }),
    });
    return guardrailIn(admin, stored.id);
  });
  printResult(io, flags.json, shown(changed));
}

async function remove(id: string, flags: StoreFlags, io: Io): Promise<void> {
  await withStore(flags, io, async (admin) => {
    const guardrail = await guardrailIn(admin, id);
    await admin.guardrails.delete(guardrail.id);
  });
  printResult(io, flags.json, { id, deleted: true });
}

async function assign(flags: AssignFlags, io: Io): Promise<void> {
  const { organization, guardrail: id, user, key, by } = flags;
  if (organization !== undefined) requireOrganizationId(organization);
  if ((user === undefined) === (key === undefined)) {
    throw new CommandError('say whom it holds for: --user for a member, or --key for one key');
  }
  if (key !== undefined && organization !== undefined) {
    throw new CommandError('--organization goes with --user; a key has its own');
  }
  const made = await withStore(flags, io, async (admin) => {
    const guardrail = await guardrailIn(admin, id);
    if (key !== undefined) {
      const { hash: keyHash } = await keyIn(admin, key);
      return shownKeyAssignment(
        await admin.guardrails.assign({ guardrailId: guardrail.id, keyHash, assignedBy: by }),
      );
    }
    const wanted = { organization_id: organization ?? guardrail.accountId, user_id: user ?? '' };
    await requireUser(wanted.organization_id, wanted.user_id, admin);
    return admin.assignments.create({ guardrail_id: guardrail.id, assigned_by: by, ...wanted });
  });
  printResult(io, flags.json, made);
}

async function assignments({ guardrail, ...flags }: AssignmentsFlags, io: Io): Promise<void> {
  const rows = await withStore(flags, io, async (admin) => {
    const wanted = guardrail === undefined ? undefined : await guardrailIn(admin, guardrail);
    const all: object[] = [];
    for await (const one of admin.assignments.export()) {
      if (wanted === undefined || one.guardrail_id === wanted.id) all.push(one);
    }
    const keys = await admin.guardrails.keys(wanted?.id);
    return [...all, ...keys.map(shownKeyAssignment)];
  });
  const columns = ['id', 'guardrail_id', 'user_id', 'organization_id', 'key', 'assigned_by'];
  printList(io, flags.json, rows, columns);
}

async function unassign(id: string, flags: StoreFlags, io: Io): Promise<void> {
  const isDone = await withStore(
    flags,
    io,
    async (admin) => (await admin.assignments.delete(id)) || admin.guardrails.unassign(id),
  );
  if (!isDone) throw new CommandError(`there is no assignment ${id}`);
  printResult(io, flags.json, { id, unassigned: true });
}

async function providersIn(text: string | false, flags: StoreFlags, io: Io) {
  if (text === false) return null;
  const slugs = listIn('--providers', text, 'openai');
  await requireProviders(slugs, flags, io);
  return slugs;
}

function shown(guardrail: GuardrailRecord) {
  return {
    id: guardrail.id,
    organization: guardrail.accountId,
    name: guardrail.name,
    models: guardrail.allowedModels,
    providers: guardrail.allowedProviders,
    zdr: guardrail.zdr,
    limit: guardrail.usd,
    limit_reset: guardrail.reset,
    created_at: guardrail.createdAt,
  };
}

function shownKeyAssignment({ id, guardrailId, keyHash, assignedBy, createdAt }: KeyGuardrail) {
  return {
    id,
    guardrail_id: guardrailId,
    key: keyHash,
    assigned_by: assignedBy,
    created_at: createdAt,
  };
}

/** Refuses a user whom nothing there belongs to: a misspelt one would be under no guardrail. */
async function requireUser(
  organization: string,
  user: string,
  admin: Administration,
): Promise<void> {
  if ((await admin.members.show(organization, user)) !== undefined) return;
  const keys = await admin.keys.list({ organizationId: organization, userId: user, limit: 1 });
  if (keys.length > 0) return;
  throw new CommandError(`"${user}" is no member of "${organization}" and has no key there`);
}
