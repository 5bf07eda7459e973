import path from 'node:path';
import {
  createMemoryDestinationStore,
  DESTINATION_KINDS,
  maskDestination,
  type Destination,
} from '@model-gateway/core';
import { didYouMean, jsonIn } from '@model-gateway/core/kit';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { createForwarder } from '@model-gateway/telemetry';
import { Option, type Command } from 'commander';
import { loadStoreSettings } from '../../loading/load-store-settings.ts';
import { allowOrigins } from '../../egress-rules.ts';
import { destinationProblem } from '../destination-problem.ts';
import { CommandError, type Io } from '../io.ts';
import { printList, printResult } from '../output.ts';
import { settingsText } from '../settings-text.ts';
import { requireName } from '../required-name.ts';
import { storeAlone, withStore, withStoreOptions, type StoreFlags } from '../stores.ts';
import { workspaceIn } from '../workspace-in.ts';

interface CreateFlags extends StoreFlags {
  readonly workspace: string;
  readonly organization?: string;
  readonly type: string;
  readonly name: string;
  readonly settings: string;
  readonly privacyMode?: boolean;
  readonly samplingRate?: string;
  readonly disabled?: boolean;
  readonly anyType?: boolean;
}

interface TestFlags extends StoreFlags {
  readonly allowOrigin: readonly string[];
}

/** `destinations create|list|show|test|disable|enable|delete|rotate-secrets` */
export function defineDestinations(program: Command, io: Io): void {
  const destinations = program
    .command('destinations')
    .description('where telemetry of requests is sent');
  withStoreOptions(destinations.command('create'))
    .description('make a destination; it is printed with its secrets masked')
    .requiredOption('--workspace <uuid>', 'the workspace whose requests it gets')
    .option(
      '--organization <id>',
      'the organization, or the user without one, that owns it; by default the owner of the workspace',
    )
    .requiredOption('--type <type>', 'the kind, such as langfuse or webhook')
    .requiredOption('--name <text>', 'what people call it')
    .addOption(
      new Option(
        '--settings <json>',
        'its config, as JSON; @FILE reads it from a file, - from standard input',
      ).default('{}'),
    )
    .option('--privacy-mode', 'forward metadata only, no prompts and no results')
    .option('--sampling-rate <rate>', 'the share of requests to forward, 0.0001 to 1')
    .option('--disabled', 'forward nothing yet')
    .option('--any-type', 'take a kind that only another forwarder than this server knows')
    .action((flags: CreateFlags) => create(flags, io));
  withStoreOptions(destinations.command('list'))
    .description('every destination')
    .action((flags: StoreFlags) => list(flags, io));
  withStoreOptions(destinations.command('show <id>'))
    .description('one destination, with its secrets masked')
    .action((id: string, flags: StoreFlags) => show(id, flags, io));
  withStoreOptions(destinations.command('test <id>'))
    .description('send one test request, and say whether it was accepted')
    .option(
      '--allow-origin <origin...>',
      'a private address that may be called, by exact origin',
      [],
    )
    .action((id: string, flags: TestFlags) => test(id, flags, io));
  for (const [change, says] of [
    ['disable', 'forward nothing to a destination, until it is enabled'],
    ['enable', 'forward to a destination again'],
    ['delete', 'delete a destination'],
  ] as const) {
    withStoreOptions(destinations.command(`${change} <id>`))
      .description(says)
      .action((id: string, flags: StoreFlags) => changeDestination(change, id, flags, io));
  }
  withStoreOptions(destinations.command('rotate-secrets'))
    .description('seal every secret with the first key of secrets.keys')
    .action((flags: StoreFlags) => rotateSecrets(flags, io));
}

async function create(flags: CreateFlags, io: Io): Promise<void> {
  if (flags.anyType !== true) requireKind(flags.type);
  requireName('destination', flags.name);
  const config = configIn(await settingsText('--settings', flags.settings, io));
  const rate = flags.samplingRate === undefined ? undefined : Number(flags.samplingRate);
  if (rate !== undefined && !(rate >= 0.0001 && rate <= 1)) {
    throw new CommandError(`--sampling-rate must be from 0.0001 to 1, got ${flags.samplingRate}`);
  }
  const { destination } = await withStore(flags, io, async (admin) => {
    const workspace = await workspaceIn(admin, flags.workspace, flags.organization);
    return admin.destinations.create({
      accountId: workspace.accountId,
      workspaceId: workspace.id,
      name: flags.name,
      type: flags.type,
      config,
      settings: {
        ...(flags.disabled === true && { enabled: false }),
        ...(flags.privacyMode === true && { privacy_mode: true }),
        ...(rate !== undefined && { sampling_rate: rate }),
      },
    });
  });
  printResult(io, flags.json, maskDestination(destination));
}

/** A mistyped kind would be enabled, and get nothing. */
function requireKind(type: string): void {
  if (Object.hasOwn(DESTINATION_KINDS, type)) return;
  const kinds = Object.keys(DESTINATION_KINDS);
  const hint = didYouMean(type, kinds) || `; the kinds are ${kinds.join(', ')}`;
  throw new CommandError(
    `--type ${type} is not a kind that this server forwards to${hint}; --any-type takes it for another forwarder`,
  );
}

async function list(flags: StoreFlags, io: Io): Promise<void> {
  const rows = await withStore(flags, io, async (admin) => {
    const all: Destination[] = [];
    for await (const { destination } of admin.destinations.export()) {
      all.push(maskDestination(destination));
    }
    return all;
  });
  printList(io, flags.json, rows, [
    'id',
    'type',
    'name',
    'enabled',
    'sampling_rate',
    'privacy_mode',
  ]);
}

async function show(id: string, flags: StoreFlags, io: Io): Promise<void> {
  const found = await withStore(flags, io, (admin) => admin.destinations.show(id));
  if (found === undefined) throw new CommandError(`there is no destination ${id}`);
  printResult(io, flags.json, maskDestination(found.destination));
}

async function test(id: string, { allowOrigin, ...flags }: TestFlags, io: Io): Promise<void> {
  const configured = storeAlone(flags, io) === undefined ? await originsOf(flags.config, io) : [];
  const found = await withStore(flags, io, (admin) => admin.destinations.show(id));
  if (found === undefined) throw new CommandError(`there is no destination ${id}`);
  const http = createGuardedHttpClient({ allow: allowOrigins([...configured, ...allowOrigin]) });
  const forwarder = createForwarder({ destinations: createMemoryDestinationStore(), http });
  try {
    const result = await forwarder.test(found.destination);
    if (result.ok) {
      printResult(io, flags.json, { ok: true });
      return;
    }
    const { reason } = result;
    const message = destinationProblem(result);
    printResult(io, flags.json, { ok: false, reason, message });
    throw new CommandError(`it did not work: ${message}`);
  } finally {
    await forwarder.close();
    await http.close();
  }
}

/** Returns the private addresses that the configuration opens to telemetry. */
async function originsOf(config: string, io: Io): Promise<readonly string[]> {
  const { allowOrigins: origins } = await loadStoreSettings(
    path.resolve(io.folder, config),
    io.env,
  );
  return origins;
}

async function changeDestination(
  change: 'disable' | 'enable' | 'delete',
  id: string,
  flags: StoreFlags,
  io: Io,
): Promise<void> {
  const isDone = await withStore(flags, io, (admin) => admin.destinations[change](id));
  if (!isDone) throw new CommandError(`there is no destination ${id}`);
  printResult(io, flags.json, { id, [`${change}d`]: true });
}

async function rotateSecrets(flags: StoreFlags, io: Io): Promise<void> {
  const changed = await withStore(flags, io, (admin) => admin.destinations.rotateSecrets());
  printResult(io, flags.json, { changed });
}

/** The text is not repeated: it holds secrets. */
function configIn(text: string): Destination['config'] {
  const config = jsonIn(text);
  if (config === undefined) {
    throw new CommandError(`--settings must be JSON such as '{"publicKey": "pk-…"}'`);
  }
  if (typeof config !== 'object' || config === null || Array.isArray(config)) {
    throw new CommandError('--settings must be a JSON object');
  }
  // JSON.parse makes objects of JSON values only.
  return config as Destination['config'];
}
