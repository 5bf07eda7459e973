import path from 'node:path';
import type { Administration } from '@model-gateway/sql';
import type { Command } from 'commander';
import { loadStoreSettings } from '../config/load-store-settings.ts';
import { openNamedStores } from '../store/open-named-stores.ts';
import { storeLocation } from '../store/store-location.ts';
import type { Io } from './io.ts';

export const DEFAULT_FILE = 'model-gateway.yaml';

/** Adds the options of every command that opens the store. */
export function withStoreOptions(command: Command): Command {
  return command
    .option('-c, --config <file>', 'the configuration', DEFAULT_FILE)
    .option('--store <url>', 'the store, without a configuration: sqlite:FILE or postgres://…')
    .option('--json', 'print the result as one JSON document');
}

export interface StoreFlags {
  readonly config: string;
  readonly store?: string;
  readonly json?: boolean;
}

/** Opens the store that the options name, and closes it when `use` has ended. */
export async function withStore<Result>(
  { config, store }: StoreFlags,
  io: Io,
  use: (admin: Administration) => Promise<Result>,
): Promise<Result> {
  const settings =
    store === undefined
      ? await loadStoreSettings(path.resolve(io.folder, config), io.env)
      : { store, secretKeys: undefined, folder: io.folder };
  const stores = await openNamedStores(storeLocation(settings.store, settings.folder), {
    secrets: settings.secretKeys,
  });
  try {
    return await use(stores.admin);
  } finally {
    await stores.close();
  }
}
