import { sql, type SelectQueryBuilder, type Transaction } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';

/** Input of an import: a list, or records as they are read from a file. */
export type Records<Item> = Iterable<Item> | AsyncIterable<Item>;

/** Options of every import. */
export interface ImportOptions {
  /** Called with the number of records written so far. */
  readonly onProgress?: ((written: number) => void) | undefined;
}

const SIZE = 200;

/** Yields the records in lists of up to 200, in order. */
async function* inBatches<Item>(items: Records<Item>): AsyncGenerator<readonly Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    if (batch.push(item) < SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Writes all records in one transaction, all of them or none; resolves to their number. */
export async function importAll<Item>(
  inTransaction: Database['transaction'],
  items: Records<Item>,
  write: (trx: Transaction<Schema>, batch: readonly Item[]) => Promise<void>,
  { onProgress }: ImportOptions = {},
): Promise<number> {
  // Read before the transaction, which may be run twice and should be short.
  const batches: (readonly Item[])[] = [];
  for await (const batch of inBatches(items)) batches.push(batch);
  return inTransaction(async (trx) => {
    let written = 0;
    for (const batch of batches) {
      await write(trx, batch);
      written += batch.length;
      onProgress?.(written);
    }
    return written;
  });
}

/** Yields all records page by page; each page begins after the last record of the previous one. */
export async function* exportAll<Row, Item>(
  page: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
  toItem: (row: Row) => Item | Promise<Item>,
): AsyncGenerator<Item> {
  for (let after: Row | undefined; ;) {
    const rows = await page(after, SIZE);
    for (const row of rows) yield await toItem(row);
    if (rows.length < SIZE) return;
    after = rows.at(-1);
  }
}

/** Yields all rows of a query page by page, in the order of a column that is different in each. */
export function exportRows<Table extends keyof Schema, Row extends object, Item>(
  rows: SelectQueryBuilder<Schema, Table, Row>,
  column: keyof Row & string,
  toItem: (row: Row) => Item | Promise<Item>,
): AsyncGenerator<Item> {
  const by = sql.ref(column);
  return exportAll((after: Row | undefined, limit) => {
    const rest = after === undefined ? rows : rows.where(by, '>', after[column]);
    return rest.orderBy(by).limit(limit).execute();
  }, toItem);
}
