import { createHash } from 'node:crypto';
import {
  checkCatalog,
  type CatalogEntry,
  type CatalogSnapshot,
  type ModelStore,
} from '@model-gateway/core';
import type { ListedProvider } from '@model-gateway/providers';

type Listed = Pick<ListedProvider, 'slug' | 'name' | 'catalog'>;
type ProviderName = { readonly slug: string; readonly name: string };

/**
 * Adds the models of configured providers to a store's: a model that the store lacks is appended,
 * and every model that a provider makes is found by `GET /models?providers=<slug>`. A model of the
 * store wins over a provider's entry of the same id.
 */
export function withProviderModels(store: ModelStore, providers: readonly Listed[]): ModelStore {
  const listed = providers.filter(({ catalog }) => catalog.length > 0);
  if (listed.length === 0) return store;
  // So that what the store has checked needs no second check for their sake.
  for (const { catalog } of listed) checkCatalog(catalog);
  const text = JSON.stringify(listed.map(({ slug, name, catalog }) => ({ slug, name, catalog })));
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const revised = (revision: string) => `${revision}-${digest}`;
  return {
    revision: async () => revised(await store.revision()),
    async snapshot() {
      const { entries, revision, isChecked } = await store.snapshot();
      return { entries: merged(entries, listed), revision: revised(revision), isChecked };
    },
  };
}

function merged(
  entries: CatalogSnapshot['entries'],
  providers: readonly Listed[],
): readonly CatalogEntry[] {
  const made = new Map<string, { readonly entry: CatalogEntry; readonly by: ProviderName[] }>();
  for (const { slug, name, catalog } of providers) {
    for (const entry of catalog) {
      const known = made.get(entry.model.id);
      if (known === undefined) made.set(entry.model.id, { entry, by: [{ slug, name }] });
      else known.by.push({ slug, name });
    }
  }
  const kept = entries.map((entry) => {
    const by = made.get(entry.model.id)?.by;
    made.delete(entry.model.id);
    return by === undefined ? entry : providedBy(entry, by);
  });
  return [...kept, ...[...made.values()].map(({ entry, by }) => providedBy(entry, by))];
}

function providedBy({ model, signals }: CatalogEntry, by: readonly ProviderName[]): CatalogEntry {
  const slugs = new Set(by.map(({ slug }) => slug));
  const others = (signals.providers ?? []).filter(({ slug }) => !slugs.has(slug));
  return { model, signals: { ...signals, providers: [...others, ...by] } };
}
