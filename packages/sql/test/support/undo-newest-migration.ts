import assert from 'node:assert/strict';
import pg from 'pg';
import { migrate, MIGRATIONS } from '../../src/migrations/migrate.ts';
import { connected } from './connected.ts';
import type { PostgresServer } from './postgres-server.ts';
import { runSql } from './run-sql.ts';

/**
 * Takes the tables, columns and indexes of the newest migration away from a PostgreSQL database, by
 * comparing it with a new one that lacks the migration. Fails for a migration that changes anything
 * else, since that cannot be undone this way.
 */
export async function undoNewestMigration(server: PostgresServer, url: string): Promise<void> {
  const older = await server.createDatabase();
  await migrateAllButTheNewest(older);
  const wanted = await structureOf(older);
  const drops = dropsBetween(wanted, await structureOf(url));
  assert.ok(
    drops.length > 0,
    'the newest migration adds no table, column or index, so there is nothing to undo',
  );
  await runSql(
    url,
    [...drops, `update mg_schema set version = ${MIGRATIONS.length - 1}`].join(';'),
  );
  assert.deepEqual(
    await structureOf(url),
    wanted,
    'dropping tables, columns and indexes does not undo the newest migration',
  );
}

async function migrateAllButTheNewest(url: string): Promise<void> {
  const database = await connected(url);
  try {
    await migrate(database, MIGRATIONS.slice(0, -1));
  } finally {
    await database.close();
  }
}

interface Structure {
  /** `table.column` to its type. */
  readonly columns: ReadonlyMap<string, string>;
  /** The name of an index to what it is. */
  readonly indexes: ReadonlyMap<string, string>;
}

async function structureOf(url: string): Promise<Structure> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const pairs = async (query: string) =>
    new Map((await client.query<[string, string]>({ text: query, rowMode: 'array' })).rows);
  const columns = await pairs(`
    select table_name || '.' || column_name, data_type || ' ' || is_nullable
    from information_schema.columns where table_schema = 'public' order by 1`);
  const indexes = await pairs(`
    select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`);
  await client.end();
  return { columns, indexes };
}

function dropsBetween(older: Structure, newer: Structure): string[] {
  const tablesOf = ({ columns }: Structure) => new Set([...columns.keys()].map(tableOf));
  const olderTables = tablesOf(older);
  const newTables = new Set([...tablesOf(newer)].filter((table) => !olderTables.has(table)));
  const tables = [...newTables].map((table) => `drop table ${table}`);
  const columns = [...newer.columns.keys()]
    .filter((column) => !older.columns.has(column) && !newTables.has(tableOf(column)))
    .map((column) => `alter table ${column.replace('.', ' drop column ')}`);
  const indexes = [...newer.indexes.keys()]
    .filter((index) => !older.indexes.has(index))
    .map((index) => `drop index if exists ${index}`);
  return [...tables, ...columns, ...indexes];
}

function tableOf(column: string): string {
  return column.slice(0, column.indexOf('.'));
}
