import { entryProblem } from '../catalog/entry-problem.ts';
import { kindOf, quote } from '../input/quote.ts';
import type { CatalogEntry } from '../resources/catalog-entry.ts';
import type { ModelStore } from '../ports/model-store.ts';

/** A model store in memory, with a way to replace its catalog. */
export interface MemoryModelStore extends ModelStore {
  /** Replaces the catalog in one step. */
  replace(entries: readonly CatalogEntry[], revision?: string): void;
}

/**
 * Creates a model store in memory. `revision` identifies the content; the default is unique to this
 * process, which is correct but makes clients revalidate after a restart. Throws a `TypeError` for
 * what is not a list of entries, and for an id that two of them have; the models themselves are
 * checked when the catalog is read.
 */
export function createMemoryModelStore(
  entries: readonly CatalogEntry[],
  revision: string = crypto.randomUUID(),
): MemoryModelStore {
  let current = { entries: listed(entries), revision };
  return {
    revision: () => current.revision,
    snapshot: async () => current,
    replace(next, nextRevision = crypto.randomUUID()) {
      current = { entries: listed(next), revision: nextRevision };
    },
  };
}

function listed(entries: readonly CatalogEntry[]): readonly CatalogEntry[] {
  // Plain JavaScript may pass anything.
  const given: unknown = entries;
  if (!Array.isArray(given)) {
    const got = kindOf(given);
    throw new TypeError(`a model store in memory holds a list of entries, got ${got}`);
  }
  const ids = new Set<string>();
  for (const [position, entry] of entries.entries()) {
    const problem = entryProblem(entry) ?? idProblem(entry, ids);
    if (problem === undefined) continue;
    throw new TypeError(`a model store in memory holds entries: number ${position + 1} ${problem}`);
  }
  return [...entries];
}

/** Returns what is wrong with an id that is among `ids`; adds it otherwise. */
function idProblem({ model: { id } }: CatalogEntry, ids: Set<string>): string | undefined {
  if (typeof id === 'string' && ids.has(id)) return `has the id ${quote(id)} of another entry`;
  ids.add(id);
  return undefined;
}
