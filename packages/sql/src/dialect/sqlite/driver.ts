import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import { toParameters, type SqliteConnection } from './connection.ts';
import type { LockWaits } from './lock-waits.ts';
import type { Turns } from './turns.ts';

export interface DriverOptions {
  readonly connection: SqliteConnection;
  readonly turns: Turns;
  readonly close: () => void;
  readonly waits: LockWaits;
}

/**
 * Kysely's driver over `node:sqlite`. Kysely's own SQLite driver begins transactions that lock the
 * file only at their first write, when it may be too late to wait, and does not accept a
 * DatabaseSync.
 */
export class SqliteDriver implements Driver {
  readonly #options: DriverOptions;

  constructor(options: DriverOptions) {
    this.#options = options;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#options.turns.begin();
    return new KyselyConnection(this.#options);
  }

  async releaseConnection(): Promise<void> {
    this.#options.turns.end();
  }

  async beginTransaction(
    given: DatabaseConnection,
    { accessMode }: TransactionSettings,
  ): Promise<void> {
    const { connection, waits } = this.#options;
    const begin = accessMode === 'read only' ? 'begin' : 'begin immediate';
    await waits.inTurn(() => connection.run(begin));
    if (given instanceof KyselyConnection) given.isInTransaction = true;
  }

  async commitTransaction(): Promise<void> {
    const { connection, waits } = this.#options;
    await waits.keepingTurn(() => connection.run('commit'));
  }

  async rollbackTransaction(): Promise<void> {
    this.#options.connection.rollBack();
  }

  async destroy(): Promise<void> {
    const { turns, waits, close } = this.#options;
    await turns.begin();
    // What had a turn before this one may have given it away to wait.
    while (!waits.isIdle) {
      turns.end();
      await waits.ended();
      await turns.begin();
    }
    close();
    turns.end();
  }
}

class KyselyConnection implements DatabaseConnection {
  isInTransaction = false;
  readonly #options: DriverOptions;

  constructor(options: DriverOptions) {
    this.#options = options;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { connection, waits } = this.#options;
    const values = toParameters(parameters);
    const run = () => {
      // The rows have the columns that the query names, whose types Kysely derived from it.
      const rows = connection.all(sql, values) as R[];
      if (rows.length > 0) return { rows };
      // Where it only reads, Kysely does not look at it.
      return { rows, numAffectedRows: BigInt(connection.changes()) };
    };
    return this.isInTransaction ? waits.keepingTurn(run) : waits.inTurn(run);
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#options.connection.iterate(sql, toParameters(parameters))) {
      // As above.
      yield { rows: [row as R] };
    }
  }
}
