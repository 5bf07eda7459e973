import type { CatalogEntry } from '../catalog/entry.ts';
import type { ModelStore } from '../ports/model-store.ts';

export interface MemoryModelStore extends ModelStore {
  /** Puts another catalog in place, in one step. */
  replace(entries: readonly CatalogEntry[], revision?: string): void;
}

/**
 * A model store in memory. `revision` names the content; without one it is unique to this process,
 * which is right but makes clients revalidate after a restart.
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
