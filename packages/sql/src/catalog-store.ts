import type { CatalogEntry, ModelStore } from '@model-gateway/core';
import type { Changes } from './changes.ts';
import type { Database } from './database.ts';

interface SnapshotRow {
  readonly revision: string;
  /** Null in the one row of an empty catalog. */
  readonly model: string | null;
  readonly signals: string | null;
}

/**
 * Creates the model store: the revision is a value in memory; the content is read when it has
 * changed.
 */
export function createCatalogStore(database: Database, changes: Changes): ModelStore {
  // One statement, so that revision and entries belong together.
  const read = database.prepare<object, SnapshotRow>('reads', (db) =>
    db
      .selectFrom('mg_revisions as revisions')
      .leftJoin('mg_catalog_entries as entries', (join) => join.onTrue())
      .where('revisions.topic', '=', 'catalog')
      .select(['revisions.revision', 'entries.model', 'entries.signals'])
      .orderBy('entries.position')
      .compile(),
  );
  return {
    revision: async () => changes.revisionOf('catalog'),
    async snapshot() {
      const order = changes.beginReading();
      const rows = await read({});
      const revision = rows[0]?.revision ?? '';
      changes.apply(order, revision === '' ? [] : [{ topic: 'catalog', revision }]);
      return { revision, entries: rows.flatMap(toEntry) };
    },
  };
}

function toEntry({ model, signals }: SnapshotRow): CatalogEntry[] {
  if (model === null || signals === null) return [];
  return [entryOf(model, signals)];
}

/**
 * Returns the entry of a row; it was checked before it was written, and is checked again when it is
 * indexed.
 */
export function entryOf(model: string, signals: string): CatalogEntry {
  return {
    model: JSON.parse(model) as CatalogEntry['model'],
    signals: JSON.parse(signals) as CatalogEntry['signals'],
  };
}
