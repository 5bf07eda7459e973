import { createHash } from 'node:crypto';
import {
  checkCatalog,
  type CatalogEntry,
  type CatalogSnapshot,
  type ModelStore,
} from '@model-gateway/core';
import type { ListedProvider } from '@model-gateway/providers';
import type { DateModel } from './date-models.ts';

type Listed = Pick<ListedProvider, 'slug' | 'name' | 'catalog'>;
type ProviderName = { readonly slug: string; readonly name: string };

/**
 * Adds the models of configured providers to a store's, as they are at each revision: a model that
 * the store lacks is appended, and every model that a provider makes is found by
 * `GET /models?providers=<slug>`. A model of the store wins over a provider's entry of the same id.
 */
export function withProviderModels(
  store: ModelStore,
  providers: readonly Listed[],
  dated: DateModel,
): ModelStore {
  const parts = providers.filter(({ catalog }) => catalog.length > 0);
  if (parts.length === 0) return store;
  let listing = listingOf(parts, dated);
  /** What is listed now; a provider's catalog is another one from the day on which it changes. */
  const current = () => {
    const isSame = parts.every(({ catalog }, position) => catalog === listing.read[position]);
    if (!isSame) listing = listingOf(parts, dated);
    return listing;
  };
  /** Asked for with every request, and nearly always the same text. */
  let last = { revision: '', digest: '', both: '' };
  const joined = (revision: string, digest: string) => {
    if (last.revision !== revision || last.digest !== digest) {
      last = { revision, digest, both: `${revision}-${digest}` };
    }
    return last.both;
  };
  return {
    // Not an async function, which every request would wait for.
    revision() {
      const revision = store.revision();
      return typeof revision === 'string'
        ? joined(revision, current().digest)
        : revision.then((one) => joined(one, current().digest));
    },
    async snapshot() {
      const { entries, revision, isChecked } = await store.snapshot();
      const { listed, digest } = current();
      return { entries: merged(entries, listed), revision: joined(revision, digest), isChecked };
    },
  };
}

function listingOf(parts: readonly Listed[], dated: DateModel) {
  const read = parts.map(({ catalog }) => catalog);
  const listed = parts.map(({ slug, name }, position) => {
    const catalog = (read[position] ?? []).map(dated);
    // So that what the store has checked needs no second check for their sake.
    checkCatalog(catalog);
    return { slug, name, catalog };
  });
  const digest = createHash('sha256').update(JSON.stringify(listed)).digest('hex').slice(0, 16);
  return { read, listed, digest };
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
