import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Member } from '@model-gateway/core';
import type { Administration } from '@model-gateway/sql';
import type { Command } from 'commander';
import { loadStoreSettings } from '../../loading/load-store-settings.ts';
import { storeName } from '../../store/store-name.ts';
import { requireEmailAddress } from '../email-address.ts';
import { writeFirstFiles } from '../first-files.ts';
import { CommandError, type Io } from '../io.ts';
import { DEFAULT_USER } from '../key-owner.ts';
import { requireOrganizationId } from '../organization-id.ts';
import { DEFAULT_FILE, STORE_VARIABLE, withStore } from '../stores.ts';

interface InitFlags {
  readonly config: string;
  readonly store?: string;
  readonly organization: string;
  readonly email: string;
  readonly keepConfig?: boolean;
  readonly demo?: boolean;
  readonly json?: boolean;
}

/** `init` */
export function defineInit(program: Command, io: Io): void {
  program
    .command('init')
    .description('write a configuration, create the store, and make the first keys, shown once')
    .option('-c, --config <file>', 'the configuration to write', DEFAULT_FILE)
    .option(
      '--store <url>',
      `sqlite:FILE or postgres://…; by default that of the variable ${STORE_VARIABLE}, or sqlite:gateway.db`,
    )
    .option('--organization <id>', 'the organization that both keys act for', 'org_default')
    .option('--email <address>', 'the address of its first member', 'admin@localhost')
    .option(
      '--keep-config',
      'use the configuration that exists, as in a container, and make tables and keys in its store',
    )
    .option('--demo', 'name the provider demo, which answers chats without an account')
    .option('--json', 'print the result as one JSON document')
    .action((flags: InitFlags) => init(flags, io));
}

const ACCOUNT = 'default';

async function init(flags: InitFlags, io: Io): Promise<void> {
  requireOrganizationId(flags.organization);
  requireEmailAddress(flags.email);
  if (flags.keepConfig === true) await initStore(flags, io);
  else await initAll(flags, io);
}

/** Makes tables and keys in the store of an existing configuration, such as a mounted one. */
async function initStore(flags: InitFlags, io: Io): Promise<void> {
  const { config } = flags;
  if (flags.store !== undefined) {
    throw new CommandError('--keep-config uses the store of the configuration: leave --store out');
  }
  if (flags.demo === true) {
    throw new CommandError(
      '--keep-config uses the providers of the configuration: leave --demo out',
    );
  }
  const { store } = await loadStoreSettings(path.resolve(io.folder, config), io.env);
  const made = await makeKeys(flags, io, async (admin) => {
    for await (const _ of admin.keys.export()) {
      throw new CommandError(
        `the store ${storeName(store)} holds keys already, and init makes the first ones: model-gateway keys create makes more`,
      );
    }
  });
  printMade(flags, { ...made, store, wrote: [], unwritten: undefined }, io);
}

async function initAll(flags: InitFlags, io: Io): Promise<void> {
  const { config } = flags;
  const file = path.resolve(io.folder, config);
  if (existsSync(file)) {
    throw new CommandError(
      `${config} is there already, and init never overwrites: nothing was changed; init --keep-config makes keys in its store`,
    );
  }
  const { store, variable } = storeOf(flags, io);
  const files = await writeFirstFiles(file, store, variable, { isDemo: flags.demo === true });
  // Nothing else stands in for what was written.
  const env = { [variable]: store };
  const made = await makeKeys(flags, { ...io, env }).catch(async (error: unknown) => {
    // Or the next init would refuse to replace them.
    await files.remove();
    throw error;
  });
  const wrote = files.names.map((name) => path.join(path.dirname(config), name));
  printMade(flags, { ...made, store, wrote, unwritten: files.hasStore ? undefined : variable }, io);
}

/** What init made. */
interface Made extends Awaited<ReturnType<typeof makeKeys>> {
  readonly store: string;
  readonly wrote: readonly string[];
  /** The variable that stands in the configuration for a URL with a password. */
  readonly unwritten: string | undefined;
}

function printMade({ config, json, email, demo }: InitFlags, made: Made, io: Io): void {
  const { isNewMember, store, wrote, unwritten, ...shown } = made;
  if (json === true) {
    const result = { config, store: storeName(store), ...shown, account: ACCOUNT };
    io.print(JSON.stringify({ ...result, balance: '10.00' }, null, 2));
    if (unwritten !== undefined) io.say(notWritten(unwritten));
    return;
  }
  const verb = wrote.length === 0 ? `kept ${config}` : `wrote ${wrote.join(' and ')}`;
  io.print(`${verb}, with the store ${storeName(store)}`);
  if (unwritten !== undefined) io.print(notWritten(unwritten));
  io.print(`inference key   ${made.inference}`);
  io.print(`management key  ${made.management}`);
  io.print('The keys are shown this once.');
  io.print(`Account "${ACCOUNT}" has 10.00 USD of credit.`);
  if (isNewMember) io.print(`Organization "${made.organization}" has one member, ${email}.`);
  io.print('');
  io.print(demo === true ? 'Next:' : `Next: name a provider in ${config}, then`);
  io.print('  npx model-gateway check');
  io.print('  npx model-gateway serve');
  if (demo === true) {
    const hello = '{"model":"demo/echo","messages":[{"role":"user","content":"Hello"}]}';
    io.print(
      `  curl http://127.0.0.1:4000/v1/chat/completions -H 'authorization: Bearer ${made.inference}' -H 'content-type: application/json' -d '${hello}'`,
    );
    return;
  }
  const models = 'http://127.0.0.1:4000/v1/models?output_modalities=all';
  io.print(`  curl -H 'authorization: Bearer ${made.inference}' '${models}'`);
}

/** Names the variable that stands for a store whose URL must not be written down. */
function storeOf({ store }: InitFlags, { env }: Io) {
  const named = env[STORE_VARIABLE];
  if (store === undefined && named !== undefined) return { store: named, variable: STORE_VARIABLE };
  return { store: store ?? 'sqlite:gateway.db', variable: 'DATABASE_URL' };
}

/** Makes the first workspace, member, account and keys in the store of the configuration. */
function makeKeys(
  { config, organization, email }: InitFlags,
  io: Io,
  before: (admin: Administration) => Promise<void> = async () => {},
) {
  const make = async (admin: Administration) => {
    await before(admin);
    const workspace = await admin.workspaces.create({ accountId: organization, name: 'Default' });
    // The gateway knows an organization by its members, and a key without one cannot list them.
    const isNewMember = (await admin.members.show(organization, DEFAULT_USER)) === undefined;
    if (isNewMember) await admin.members.create(organization, firstMember(email));
    if ((await admin.accounts.show(ACCOUNT)) === undefined) {
      await admin.accounts.create({ id: ACCOUNT, credits: '10' });
    }
    const key = (label: string, kind: 'inference' | 'management') =>
      admin.keys.create({
        label,
        kind,
        userId: DEFAULT_USER,
        organizationId: organization,
        workspaceId: workspace.id,
        creditAccountId: ACCOUNT,
      });
    const inference = await key('first key', 'inference');
    const management = await key('first management key', 'management');
    return {
      inference: inference.text,
      management: management.text,
      organization,
      user: DEFAULT_USER,
      workspace: workspace.id,
      isNewMember,
    };
  };
  return withStore({ config }, io, make, { migrate: true });
}

function firstMember(email: string): Member {
  return { id: DEFAULT_USER, email, first_name: 'Gateway', last_name: 'Admin', role: 'admin' };
}

function notWritten(variable: string): string {
  return `The store's URL holds a password, so { env: ${variable} } stands for it: set ${variable} to the URL.`;
}
