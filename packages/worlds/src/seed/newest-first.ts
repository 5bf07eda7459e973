import type { CatalogEntry } from '@model-gateway/core';

/** The order in which a gateway lists its catalog by default, as observed; equals go by id. */
export function newestFirst<Entry extends CatalogEntry>(entries: Iterable<Entry>): Entry[] {
  return [...entries].sort(
    (one, other) =>
      other.model.created - one.model.created || (one.model.id < other.model.id ? -1 : 1),
  );
}
