import { existsSync } from 'node:fs';
import path from 'node:path';
import type { KeyLimits } from '@model-gateway/core';
import type { Administration, Stores } from '@model-gateway/sql';
import type { Command } from 'commander';
import { loadStoreSettings } from '../loading/load-store-settings.ts';
import { NO_SECRETS } from '../store/no-secrets.ts';
import { openNamedStores } from '../store/open-named-stores.ts';
import { storeLocation } from '../store/store-location.ts';
import type { Io } from './io.ts';

export const DEFAULT_FILE = 'model-gateway.yaml';

/** Is the member `store`; in place of `--store`, which every user of the machine sees in `ps`. */
export const STORE_VARIABLE = 'MODEL_GATEWAY_STORE';

/** Adds the options of every command that opens the store. */
export function withStoreOptions(command: Command): Command {
  return command
    .option('-c, --config <file>', 'the configuration', DEFAULT_FILE)
    .option(
      '--store <url>',
      `the store, without a configuration: sqlite:FILE or postgres://…; or the variable ${STORE_VARIABLE}`,
    )
    .option('--json', 'print the result as one JSON document');
}

export interface StoreFlags {
  readonly config: string;
  readonly store?: string;
  readonly json?: boolean;
}

/**
 * Returns the store that is used without a configuration: that of `--store`, or of the variable where
 * there is no configuration. Undefined where the configuration says which.
 */
export function storeAlone(
  { config, store }: Pick<StoreFlags, 'config' | 'store'>,
  { env, folder }: Io,
): string | undefined {
  if (store !== undefined) return store;
  const named = env[STORE_VARIABLE];
  return named === undefined || existsSync(path.resolve(folder, config)) ? undefined : named;
}

/** The stores that a command opened, and what the configuration says of them. */
export interface OpenStore extends Stores {
  /** Of keys that are made without limits of their own; empty without a configuration. */
  readonly newKeyLimits: Partial<KeyLimits>;
}

async function configuredStore(config: string, io: Io) {
  const { store, folder, secretKeys, newKeyLimits } = await loadStoreSettings(
    path.resolve(io.folder, config),
    io.env,
  );
  return { location: storeLocation(store, folder), secrets: secretKeys, newKeyLimits };
}

/**
 * Opens the store that the options name, and closes it when `use` has ended. Refuses tables of another
 * version: only `serve`, `init` and `migrate` bring them up to date, because the servers that run may
 * not know later ones.
 */
export async function withStore<Result>(
  flags: StoreFlags,
  io: Io,
  use: (admin: Administration, store: OpenStore) => Promise<Result>,
  { migrate = false }: { readonly migrate?: boolean } = {},
): Promise<Result> {
  const alone = storeAlone(flags, io);
  const { location, secrets, newKeyLimits } =
    alone === undefined
      ? await configuredStore(flags.config, io)
      : { location: storeLocation(alone, io.folder), secrets: NO_SECRETS, newKeyLimits: {} };
  const stores = await openNamedStores(location, { secrets, migrate });
  try {
    return await use(stores.admin, { ...stores, newKeyLimits });
  } finally {
    await stores.close();
  }
}
