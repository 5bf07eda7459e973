import path from 'node:path';
import type { CatalogEntry } from '@model-gateway/core';
import type { ListedProvider } from '@model-gateway/providers';
import type { Command } from 'commander';
import { loadKeylessProviders } from '../../loading/load-keyless-providers.ts';
import { NOTHING_IS_CALLED } from '../../loading/settle-config.ts';
import { buildProviders } from '../../providers/build-providers.ts';
import type { Io } from '../io.ts';
import { printList } from '../output.ts';
import { storeAlone, withStore, withStoreOptions, type StoreFlags } from '../stores.ts';

/** `models list` */
export function defineModels(program: Command, io: Io): void {
  const models = program
    .command('models')
    .description('list the models of the store and of the configured providers');
  withStoreOptions(models.command('list'))
    .description('every model of the store and of the configured providers')
    .action((flags: StoreFlags) => list(flags, io));
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly modality: string | null;
  readonly context_length: number | null;
  /** `store`, or the slug of the first provider that lists it. */
  readonly source: string;
}

/** A model of the store wins over a provider's entry of the same id, as it does in the gateway. */
async function list(flags: StoreFlags, io: Io): Promise<void> {
  const rows = new Map<string, Row>();
  const add = ({ model }: CatalogEntry, source: string) => {
    const { id, name, architecture, context_length } = model;
    if (rows.has(id)) return;
    rows.set(id, { id, name, modality: architecture.modality, context_length, source });
  };
  await withStore(flags, io, async (admin) => {
    for await (const entry of admin.catalog.export()) add(entry, 'store');
  });
  for (const { slug, catalog } of await configuredProviders(flags, io)) {
    for (const entry of catalog) add(entry, slug);
  }
  const columns = ['id', 'name', 'modality', 'context_length', 'source'];
  printList(io, flags.json, [...rows.values()], columns);
}

/** Without a configuration there are none. */
async function configuredProviders(flags: StoreFlags, io: Io): Promise<readonly ListedProvider[]> {
  if (storeAlone(flags, io) !== undefined) return [];
  const file = path.resolve(io.folder, flags.config);
  return buildProviders(await loadKeylessProviders(file, io.env), {
    http: NOTHING_IS_CALLED,
    source: file,
  });
}
