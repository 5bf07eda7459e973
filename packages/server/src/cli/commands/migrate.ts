import path from 'node:path';
import { migrateDatabase, SCHEMA_VERSION } from '@model-gateway/sql';
import type { Command } from 'commander';
import { loadStoreSettings } from '../../loading/load-store-settings.ts';
import { storeLocation } from '../../store/store-location.ts';
import { storeName } from '../../store/store-name.ts';
import type { Io } from '../io.ts';
import { printResult } from '../output.ts';
import { storeAlone, withStoreOptions, type StoreFlags } from '../stores.ts';

/** `migrate` */
export function defineMigrate(program: Command, io: Io): void {
  withStoreOptions(program.command('migrate'))
    .description('bring the tables of the store up to date, as serve does by itself')
    .action((flags: StoreFlags) => migrate(flags, io));
}

async function migrate(flags: StoreFlags, io: Io): Promise<void> {
  const store = storeAlone(flags, io);
  const settings =
    store === undefined
      ? await loadStoreSettings(path.resolve(io.folder, flags.config), io.env)
      : { store, folder: io.folder };
  await migrateDatabase(storeLocation(settings.store, settings.folder));
  printResult(io, flags.json, { store: storeName(settings.store), version: SCHEMA_VERSION });
}
