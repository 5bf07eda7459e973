import path from 'node:path';
import type { CatalogEntry } from '@model-gateway/core';
import { didYouMean } from '@model-gateway/core/kit';
import type { ListedProvider } from '@model-gateway/providers';
import { loadKeylessProviders } from '../loading/load-keyless-providers.ts';
import { NOTHING_IS_CALLED } from '../loading/settle-config.ts';
import { buildProviders } from '../providers/build-providers.ts';
import type { Io } from './io.ts';
import { storeAlone, withStore, type StoreFlags } from './stores.ts';

/** A model, and who lists it. */
export interface ListedModel extends Pick<CatalogEntry, 'model'> {
  /** `store`, or the slug of the first provider that lists it. */
  readonly source: string;
}

/**
 * Resolves to the models of the store and of the configured providers by their ids. One of the store
 * wins over a provider's of the same id, as it does in the gateway.
 */
export async function listedModels(
  flags: StoreFlags,
  io: Io,
): Promise<ReadonlyMap<string, ListedModel>> {
  const listed = new Map<string, ListedModel>();
  const add = ({ model }: CatalogEntry, source: string) => {
    if (!listed.has(model.id)) listed.set(model.id, { model, source });
  };
  await withStore(flags, io, async (admin) => {
    for await (const entry of admin.catalog.export()) add(entry, 'store');
  });
  for (const { slug, catalog } of await configuredProviders(flags, io)) {
    for (const entry of catalog) add(entry, slug);
  }
  return listed;
}

/**
 * Says which of these models nobody lists: a misspelt one allows nothing. One that the store gets later
 * is no mistake, and without a configuration nobody knows those of providers.
 */
export async function sayUnlistedModels(
  ids: readonly string[],
  flags: StoreFlags,
  io: Io,
): Promise<void> {
  const known = [...(await listedModels(flags, io)).keys()];
  const where =
    storeAlone(flags, io) === undefined
      ? 'neither in the store nor listed by a configured provider'
      : 'not in the store, and what providers list is in the configuration';
  for (const id of ids) {
    if (!known.includes(id)) io.say(`The model ${id} is ${where}${didYouMean(id, known)}`);
  }
}

/** Returns the providers of the configuration, or none if only a store is named. */
async function configuredProviders(flags: StoreFlags, io: Io): Promise<readonly ListedProvider[]> {
  if (storeAlone(flags, io) !== undefined) return [];
  const file = path.resolve(io.folder, flags.config);
  return buildProviders(await loadKeylessProviders(file, io.env), {
    http: NOTHING_IS_CALLED,
    source: file,
  });
}
