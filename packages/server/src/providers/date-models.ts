import type { CatalogEntry } from '@model-gateway/core';
import type { ListedProvider } from '@model-gateway/providers';
import type { ModelSightings } from '@model-gateway/sql';

/** Returns an entry with the date of its model. */
export type DateModel = (entry: CatalogEntry) => CatalogEntry;

/**
 * Returns what dates each model that the providers list: its release where one of them says it, or
 * else the time at which a gateway over this store first listed it. Source: contract §8.1.
 */
export async function dateModels(
  providers: readonly Pick<ListedProvider, 'catalog'>[],
  sightings: ModelSightings,
): Promise<DateModel> {
  const models = providers.flatMap(({ catalog }) => catalog.map(({ model }) => model));
  const released = new Map(
    models.filter(isDated).map(({ id, created }): [string, number] => [id, created]),
  );
  const undated = models.map(({ id }) => id).filter((id) => !released.has(id));
  const seen = await sightings.firstSeen(undated);
  const createdOf = (id: string) => released.get(id) ?? Math.floor((seen.get(id) ?? 0) / 1000);
  return ({ model, signals }) => ({
    model: isDated(model) ? model : { ...model, created: createdOf(model.id) },
    signals,
  });
}

/** Modules of providers write 0 where they do not know when a model was released. */
function isDated({ created }: CatalogEntry['model']): boolean {
  return created > 0;
}
