import type { CatalogEntry } from '@model-gateway/core';

/** The order in which a gateway lists its catalog by default, as observed; equals go by id. */
export function newestFirst(entries: Iterable<CatalogEntry>): CatalogEntry[] {
  return [...entries].sort(
    (one, other) =>
      other.model.created - one.model.created || (one.model.id < other.model.id ? -1 : 1),
  );
}
