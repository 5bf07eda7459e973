import type { CatalogEntry } from '@model-gateway/core';
import type { ListedProvider } from '@model-gateway/providers';
import type { ModelSightings } from '@model-gateway/sql';

type Listing = Pick<ListedProvider, 'catalog'>;

/**
 * Returns the providers with a date for each model that they list: its release where a provider says it, or
 * else the time at which a gateway over this store first listed it. Source: contract §8.1.
 */
export async function dateModels<Provider extends Listing>(
  providers: readonly Provider[],
  sightings: ModelSightings,
): Promise<readonly Provider[]> {
  const models = providers.flatMap(({ catalog }) => catalog.map(({ model }) => model));
  const released = new Map(
    models.filter(isDated).map(({ id, created }): [string, number] => [id, created]),
  );
  const undated = models.map(({ id }) => id).filter((id) => !released.has(id));
  const seen = await sightings.firstSeen(undated);
  const createdOf = (id: string) => released.get(id) ?? Math.floor((seen.get(id) ?? 0) / 1000);
  return providers.map((provider) => ({
    ...provider,
    catalog: provider.catalog.map(({ model, signals }) => ({
      model: isDated(model) ? model : { ...model, created: createdOf(model.id) },
      signals,
    })),
  }));
}

/** Modules of providers write 0 where they do not know when a model was released. */
function isDated({ created }: CatalogEntry['model']): boolean {
  return created > 0;
}
