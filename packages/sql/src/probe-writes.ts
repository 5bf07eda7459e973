import type { Database } from './database.ts';

/**
 * Returns what finds out whether the database takes writes: it changes the version of the schema and
 * changes it back, in one transaction, so that nobody sees another one. Something has to change: SQLite
 * writes nothing for a value that stays the same, and that succeeds on a full disk. Rejects with
 * `StoreUnavailableError` while writes fail, and ends a reported outage of writes when they do not.
 */
export function createWriteProbe(database: Database): () => Promise<void> {
  return () =>
    database.transaction(async (trx) => {
      for (const sign of ['-', '+'] as const) {
        await trx
          .updateTable('mg_schema')
          .set((row) => ({ version: row('version', sign, 1) }))
          .execute();
      }
    });
}
