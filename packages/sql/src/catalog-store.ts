import type { CatalogEntry, ModelStore } from '@model-gateway/core';
import { areChecked } from './checked-catalog.ts';
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
    revision: () => catalogRevision(changes),
    async snapshot() {
      const order = changes.beginReading();
      const rows = await read({});
      const revision = rows[0]?.revision ?? '';
      changes.apply(order, revision === '' ? [] : [{ topic: 'catalog', revision }]);
      const texts = rows.flatMap(textsOf);
      return {
        revision: revision || NEVER_WRITTEN,
        entries: texts.map(({ model, signals }) => entryOf(model, signals)),
        isChecked: areChecked(revision, texts),
      };
    },
  };
}

/** The revision before the first import. */
const NEVER_WRITTEN = 'empty';

/** Returns the revision of the catalog, as far as this process knows. */
export function catalogRevision(changes: Changes): string {
  return changes.revisionOf('catalog') || NEVER_WRITTEN;
}

function textsOf({ model, signals }: SnapshotRow) {
  return model === null || signals === null ? [] : [{ model, signals }];
}

/**
 * Returns the entry of a row. It was checked before it was written; what was written by other means
 * is checked when it is indexed.
 */
export function entryOf(model: string, signals: string): CatalogEntry {
  return {
    model: JSON.parse(model) as CatalogEntry['model'],
    signals: JSON.parse(signals) as CatalogEntry['signals'],
  };
}
