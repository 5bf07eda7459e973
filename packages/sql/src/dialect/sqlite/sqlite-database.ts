import { accessSync, constants } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '@model-gateway/core';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Availability } from '../../availability.ts';
import type { ChangeSource, Database, Revision } from '../../database.ts';
import type { Schema } from '../../schema.ts';
import { compileStatement } from '../../statement.ts';
import { retryWhileBusy } from './busy-retry.ts';
import { SQLITE_TYPES } from './column-types.ts';
import { SqliteConnection, toParameters } from './connection.ts';
import { createSqliteCreditBook, type Reading } from './credit-book.ts';
import { SqliteDriver } from './driver.ts';
import { isBusy, toStoreError } from './failures.ts';
import { LedgerTransaction } from './ledger-transaction.ts';
import { makePrivateFile } from './private-file.ts';
import { LockWaits } from './lock-waits.ts';
import { openMemory } from './open-memory.ts';
import { openSharedMemory, type OpenDatabase } from './shared-memory.ts';
import { SharedTransactions } from './shared-transactions.ts';
import { Turns } from './turns.ts';

const MEMORY = ':memory:';

export interface SqliteOptions {
  readonly clock: Clock;
  readonly availability: Availability;
  readonly busyTimeoutMs: number;
  readonly synchronous: 'FULL' | 'NORMAL';
}

/** Opens the stores' database in one file, or in memory for `:memory:`. */
export async function openSqlite(file: string, options: SqliteOptions): Promise<Database> {
  const { clock, availability, busyTimeoutMs } = options;
  const { connection, turns, close } = await open(file, options);
  const waits = new LockWaits(turns, busyTimeoutMs);
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new SqliteDriver({ connection, turns, waits, close }),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });

  /** Uses the connection while no other transaction is open on it. */
  const inTurn = async <T>(attempt: () => T): Promise<T> => {
    // Most find it idle and the file unlocked, and have nothing to wait for.
    if (turns.isIdle) {
      try {
        return attempt();
      } catch (error) {
        if (!isBusy(error)) throw toStoreError(error);
      }
    }
    return waits.run(attempt);
  };
  const transactions = new SharedTransactions<LedgerTransaction>(
    (work) => availability.watch('writes', () => inTurn(() => transact(connection, work))),
    () => turns.isIdle && waits.isIdle,
  );

  const reading: Reading = (work) =>
    availability.watch('reads', () => inTurn(() => work(connection)));

  return {
    db,
    types: SQLITE_TYPES,
    credits: createSqliteCreditBook(transactions, reading),
    changes: changesByDataVersion(connection, turns, clock),
    prepare(access, build) {
      const { sql, bind } = compileStatement(db, build);
      // The rows have the columns that the statement names.
      const run = (values: unknown[]) => connection.all(sql, toParameters(values)) as never[];
      return (values) => availability.watch(access, () => inTurn(() => run(bind(values))));
    },
    transaction: (work) => availability.watch('writes', () => db.transaction().execute(work)),
    snapshot: (work) =>
      availability.watch('reads', () => db.transaction().setAccessMode('read only').execute(work)),
    hasTable: async (name) => {
      const known = "select 1 from sqlite_master where type = 'table' and name = ?";
      return inTurn(() => connection.all(known, [name]).length > 0);
    },
    // A transaction holds the only lock from its beginning.
    lockMigrations: async () => {},
    // Other processes see the change without a notice.
    announce: async () => {},
    async close() {
      await transactions.ended();
      await db.destroy();
    },
  };
}

/** `:memory:` is a database of its own, `:memory:NAME` one for all who open it by this name. */
async function open(file: string, options: SqliteOptions): Promise<OpenDatabase> {
  const [, name] = /^:memory:(.+)$/s.exec(file) ?? [];
  if (name !== undefined) return openSharedMemory(name, () => connect(MEMORY, options));
  const connection = await connect(file, options);
  return { connection, turns: new Turns(), close: () => connection.close() };
}

async function connect(file: string, options: SqliteOptions): Promise<SqliteConnection> {
  const { DatabaseSync } = await import('node:sqlite');
  let database: DatabaseSync;
  try {
    makePrivateFile(file);
    database = file === MEMORY ? openMemory(DatabaseSync) : new DatabaseSync(file);
  } catch (error) {
    throw toStoreError(error);
  }
  const connection = new SqliteConnection(database);
  try {
    await retryWhileBusy(options.busyTimeoutMs, () => {
      // WAL: readers and one writer do not wait for each other. A read-only file stays as it is.
      if (!isReadOnly(file)) connection.all('pragma journal_mode = wal');
      connection.run(`pragma synchronous = ${options.synchronous}`);
    });
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

/** SQLite opens a file without write permission for reading. */
function isReadOnly(file: string): boolean {
  if (file === MEMORY) return false;
  try {
    accessSync(file, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

function transact<T>(connection: SqliteConnection, work: (ledger: LedgerTransaction) => T): T {
  connection.run('begin immediate');
  try {
    const ledger = new LedgerTransaction(connection);
    const result = work(ledger);
    ledger.write();
    connection.run('commit');
    return result;
  } catch (error) {
    connection.rollBack();
    throw error;
  }
}

/** The shortest time between two checks whether another process changed the file. */
const LOOK_EVERY_MS = 100;

/** SQLite's data_version, a number in memory, changes when another connection writes the file. */
function changesByDataVersion(
  connection: SqliteConnection,
  turns: Turns,
  clock: Clock,
): ChangeSource {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let seen: unknown;
  return {
    watch() {},
    look() {
      const now = clock.now();
      // Later than now if the clock was set back since.
      const isRecent = now >= lookedAt && now - lookedAt < LOOK_EVERY_MS;
      // Not during a transaction, whose changes are not visible yet.
      if (isRecent || !turns.isIdle) return undefined;
      lookedAt = now;
      const [row] = connection.all('pragma data_version') as { data_version: number }[];
      if (row?.data_version === seen) return 'unchanged';
      seen = row?.data_version;
      // The table has these columns.
      return connection.all('select topic, revision from mg_revisions') as Revision[];
    },
  };
}
