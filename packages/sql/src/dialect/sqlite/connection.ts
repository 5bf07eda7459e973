import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** The number of prepared statements kept: more than the request path has. */
const KEPT = 100;

/** One connection to a SQLite file. Its methods are synchronous, like SQLite. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /**
   * Returns the rows of a statement as plain objects; empty for a statement without `returning`.
   */
  all(sql: string, parameters: readonly SQLInputValue[] = []): readonly unknown[] {
    return this.#prepared(sql).all(...parameters);
  }

  /** Returns the first row of a statement. */
  get(sql: string, parameters: readonly SQLInputValue[]): unknown {
    return this.#prepared(sql).get(...parameters);
  }

  /** Runs a statement that returns no rows. */
  run(sql: string, parameters: readonly SQLInputValue[] = []): void {
    // Its `run` would make an object of what has changed.
    this.#prepared(sql).get(...parameters);
  }

  /** Runs a statement; returns the number of rows it changed. */
  change(sql: string, parameters: readonly SQLInputValue[]): number {
    return Number(this.#prepared(sql).run(...parameters).changes);
  }

  /** Returns the number of rows that the last statement changed, of those that may change any. */
  changes(): number {
    // The column that the statement names.
    const { changed } = this.get('select changes() as changed', []) as { readonly changed: number };
    return changed;
  }

  /** Rolls back, unless SQLite has done so by itself, as it does where the disk is full. */
  rollBack(): void {
    try {
      this.run('rollback');
    } catch (error) {
      // Node before 22.16 does not say beforehand.
      const isOver = error instanceof Error && error.message.includes('no transaction is active');
      if (!isOver) throw error;
    }
  }

  iterate(sql: string, parameters: readonly SQLInputValue[]): Iterable<unknown> {
    // Not a kept statement, which could be used again before the loop ends.
    return this.#database.prepare(sql).iterate(...parameters);
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    const [oldest] = this.#statements.keys();
    if (this.#statements.size >= KEPT && oldest !== undefined) this.#statements.delete(oldest);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Returns values of columns as SQLite takes them, which has no booleans. */
export function toParameters(values: readonly unknown[]): readonly SQLInputValue[] {
  return values.map(toParameter);
}

export function toParameter(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  // The columns are text, whole numbers and fractions; the compiler of statements has their types.
  return value as SQLInputValue;
}
