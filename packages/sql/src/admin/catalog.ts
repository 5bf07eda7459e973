import { checkCatalog, type CatalogEntry, type CatalogReport } from '@model-gateway/core';
import type { Insertable, Transaction } from 'kysely';
import { bump } from '../bump.ts';
import { markOf } from '../checked-catalog.ts';
import { catalogRevision, entryOf } from '../catalog-store.ts';
import type { Schema } from '../schema.ts';
import type { AdministrationContext } from './administration-context.ts';
import { exportRows, importAll, type ImportOptions } from './batches.ts';

/** Options of an import of models. */
export interface CatalogImportOptions extends ImportOptions {
  /**
   * `replace`, the default: the catalog becomes exactly these models. `merge`: these are added or
   * replaced, and the others stay; new ones come last.
   */
  readonly mode?: 'replace' | 'merge' | undefined;
}

/** What an import wrote. */
export interface CatalogImport {
  readonly revision: string;
  /** The number of models written. */
  readonly models: number;
  /** Unknown values in them, which are kept and served. */
  readonly reports: readonly CatalogReport[];
}

/** Administers the catalog of models. */
export interface CatalogAdministration {
  show(): Promise<{ readonly revision: string; readonly models: number }>;
  /**
   * Replaces or merges the catalog, in one step for every reader. Throws `CatalogError`, and
   * changes nothing, when a model is invalid; `parseCatalog` of core reads files.
   */
  import(entries: readonly CatalogEntry[], options?: CatalogImportOptions): Promise<CatalogImport>;
  /** Yields every model with its signals, in the catalog's order. */
  export(): AsyncGenerator<CatalogEntry>;
  /** Deletes one model; returns false when the model does not exist. */
  delete(id: string): Promise<boolean>;
}

type Row = Insertable<Schema['mg_catalog_entries']>;

export function createCatalogAdministration({
  database,
  changes,
}: AdministrationContext): CatalogAdministration {
  const { db } = database;
  return {
    async show() {
      const { models } = await db
        .selectFrom('mg_catalog_entries')
        .select(({ fn }) => fn.countAll<number | string>().as('models'))
        .executeTakeFirstOrThrow();
      await changes.refresh();
      return { revision: catalogRevision(changes), models: Number(models) };
    },
    async import(entries, { mode = 'replace', onProgress } = {}) {
      const reports = checkCatalog(entries);
      const written = entries.map(toRow);
      const mark = mode === 'replace' ? markOf(written) : '';
      let first = 0;
      const models = await importAll(
        database.transaction,
        [undefined, ...written],
        async (trx, batch) => {
          // The first step, before any row.
          if (batch[0] === undefined) {
            // Locks out other imports until this one is done.
            await bump(database, trx, 'catalog', mark);
            first = mode === 'merge' ? await endOf(trx) : 0;
            if (mode === 'replace') await trx.deleteFrom('mg_catalog_entries').execute();
          }
          const rows = batch.filter((row) => row !== undefined);
          if (rows.length > 0) await write(trx, rows, first);
        },
        { onProgress: (count) => onProgress?.(count - 1) },
      );
      await changes.refresh();
      return { revision: catalogRevision(changes), models: models - 1, reports };
    },
    export: () =>
      exportRows(
        db.selectFrom('mg_catalog_entries').selectAll(),
        'position',
        ({ model, signals }) => entryOf(model, signals),
      ),
    async delete(id) {
      const isDeleted = await database.transaction(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('mg_catalog_entries')
          .where('id', '=', id)
          .executeTakeFirst();
        if (numDeletedRows > 0n) await bump(database, trx, 'catalog');
        return numDeletedRows > 0n;
      });
      await changes.refresh();
      return isDeleted;
    },
  };
}

function toRow({ model, signals }: CatalogEntry, position: number): Row {
  return {
    id: model.id,
    position,
    model: JSON.stringify(model),
    signals: JSON.stringify(signals),
  };
}

/** Returns the position after the last model. */
async function endOf(trx: Transaction<Schema>): Promise<number> {
  const { last } = await trx
    .selectFrom('mg_catalog_entries')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .executeTakeFirstOrThrow();
  return last === null ? 0 : last + 1;
}

/** Writes models from position `first` on; existing ones keep their positions. */
async function write(trx: Transaction<Schema>, rows: readonly Row[], first: number): Promise<void> {
  await trx
    .insertInto('mg_catalog_entries')
    .values(rows.map((row) => ({ ...row, position: first + row.position })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        model: ref('excluded.model'),
        signals: ref('excluded.signals'),
      })),
    )
    .execute();
}
