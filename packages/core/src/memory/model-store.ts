import type { CatalogEntry } from '../resources/catalog-entry.ts';
import type { ModelStore } from '../ports/model-store.ts';

/** A model store in memory, with a way to replace its catalog. */
export interface MemoryModelStore extends ModelStore {
  /** Replaces the catalog in one step. */
  replace(entries: readonly CatalogEntry[], revision?: string): void;
}

/**
 * Creates a model store in memory. `revision` identifies the content; the default is unique to this
 * process, which is correct but makes clients revalidate after a restart.
 */
export function createMemoryModelStore(
  entries: readonly CatalogEntry[] = [],
  revision: string = crypto.randomUUID(),
): MemoryModelStore {
  let current = { entries: [...entries], revision };
  return {
    revision: async () => current.revision,
    snapshot: async () => current,
    replace(next, nextRevision = crypto.randomUUID()) {
      current = { entries: [...next], revision: nextRevision };
    },
  };
}
