import type { CatalogEntry, ModelStore } from '@model-gateway/core';
import type { Changes } from './changes.ts';
import type { Database } from './database.ts';

interface SnapshotRow {
  readonly revision: string;
  /** Null in the one row of an empty catalog. */
  readonly model: string | null;
  readonly signals: string | null;
}

/** The catalog: its revision is a value in memory, its content is read when that has changed. */
export function createCatalogStore(database: Database, changes: Changes): ModelStore {
  // One statement, so that revision and entries are of one moment.
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

/** An entry as its row says; it was checked before it was written, and is again when it is indexed. */
export function entryOf(model: string, signals: string): CatalogEntry {
  return {
    model: JSON.parse(model) as CatalogEntry['model'],
    signals: JSON.parse(signals) as CatalogEntry['signals'],
  };
}
