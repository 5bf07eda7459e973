import type { Clock } from '@model-gateway/core';
import { isJsonObject, kindOf } from '@model-gateway/core/kit';
import type { Availability } from './availability.ts';
import type { Database } from './database.ts';
import { connectPostgres } from './dialect/postgres/connect.ts';
import type { PostgresPool } from './dialect/postgres/pool.ts';
import { openPostgres } from './dialect/postgres/postgres-database.ts';
import { isMissingFile } from './dialect/sqlite/private-file.ts';
import { openSqlite } from './dialect/sqlite/sqlite-database.ts';
import type { OpenStoresOptions } from './options.ts';
import type { OnReport } from './report.ts';

/** Where the tables are: `sqlite:FILE`, `sqlite::memory:`, `postgres://…`, or a pool of `pg`. */
export type DatabaseLocation = string | { readonly pool: PostgresPool };

export interface Surroundings {
  readonly clock: Clock;
  /** The clock of work between requests; does not keep the process alive. */
  readonly background: Clock;
  readonly availability: Availability;
  readonly report: OnReport;
}

/** Returns whether connecting to a database would make an empty one, in a file of SQLite. */
export function wouldMake(location: DatabaseLocation): boolean {
  const file = fileIn(location);
  return file !== undefined && isMissingFile(file);
}

/** Returns the file of SQLite that a location names; undefined for other databases. */
function fileIn(location: DatabaseLocation): string | undefined {
  return typeof location === 'string' ? /^sqlite:(.+)$/s.exec(location)?.[1] : undefined;
}

/** Connects to a database. Throws `TypeError` for an invalid location. */
export async function connect(
  location: DatabaseLocation,
  options: OpenStoresOptions,
  surroundings: Surroundings,
): Promise<Database> {
  const { busyTimeoutMs = 5000, synchronous = 'FULL' } = options;
  const { deadlineMs = 3000, pollMs = 5000, connections = 10 } = options;
  const { namedStatements = true, listen = true } = options;
  const postgres = { ...surroundings, deadlineMs, pollMs, namedStatements };

  // Plain JavaScript may pass anything.
  const untyped: unknown = location;
  if (typeof untyped !== 'string' && !(isJsonObject(untyped) && isJsonObject(untyped['pool']))) {
    throw new TypeError(
      `expected "sqlite:FILE", "sqlite::memory:", "postgres://…" or { pool } of pg, got ${kindOf(untyped)}`,
    );
  }
  if (typeof location !== 'string') {
    const { pool } = location;
    return openPostgres({ pool, connections, connectListener: undefined }, postgres);
  }
  const file = fileIn(location);
  if (file !== undefined) return openSqlite(file, { ...surroundings, busyTimeoutMs, synchronous });
  if (/^postgres(?:ql)?:/.test(location)) {
    const server = await connectPostgres(location, { connections, deadlineMs });
    return openPostgres(listen ? server : { ...server, connectListener: undefined }, postgres);
  }
  // Of anything but its scheme and the name of a file, any part may be a password.
  const [given = '…'] = /^[\w./-]{1,80}$/.exec(location) ?? [];
  const [scheme] = /^[a-z][a-z\d+.-]{0,20}:/i.exec(location) ?? [];
  const shown = scheme === undefined ? given : `${scheme}…`;
  throw new TypeError(
    `expected "sqlite:FILE", "sqlite::memory:" or "postgres://…", got "${shown}"`,
  );
}
