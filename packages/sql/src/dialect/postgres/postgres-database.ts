import { createHash } from 'node:crypto';
import { systemClock, type Clock } from '@model-gateway/core';
import {
  Kysely,
  PostgresDialect,
  sql,
  type PostgresDialectConfig,
  type PostgresPoolClient as KyselyClient,
  type Transaction,
} from 'kysely';
import type { Availability } from '../../availability.ts';
import type { Database } from '../../database.ts';
import type { OnReport } from '../../report.ts';
import type { Schema } from '../../schema.ts';
import { compileStatement } from '../../statement.ts';
import { jitter } from '../jitter.ts';
import { Shares } from './shares.ts';
import { TimedQueries } from './timed-queries.ts';
import { POSTGRES_TYPES } from './column-types.ts';
import type { PostgresServer } from './connect.ts';
import { createPostgresCreditBook } from './credit-book.ts';
import { isConflict } from './failures.ts';
import { CHANNEL, watchNotices } from './notices.ts';
import type { PostgresQuery } from './pool.ts';

export interface PostgresOptions {
  readonly background: Clock;
  readonly availability: Availability;
  readonly report: OnReport;
  readonly deadlineMs: number;
  readonly pollMs: number;
  /** Whether statements of the request path are prepared under a name. */
  readonly namedStatements: boolean;
}

/** Factor by which statements of administration may take longer than those of requests. */
const ADMINISTRATION_FACTOR = 20;
/**
 * The part of the deadline in which a transaction waits for a lock: 2 s by default in a request, longer
 * than the second after which autovacuum makes way.
 */
const LOCK_SHARE = 2 / 3;
/** The longest timeout of the server. */
const LONGEST_MS = 2 ** 31 - 1;
const TRIES = 5;
const FIRST_PAUSE_MS = 10;

/** Opens the stores' database on a PostgreSQL server. */
export function openPostgres(server: PostgresServer, options: PostgresOptions): Database {
  const { background, availability, deadlineMs, pollMs, report } = options;
  const { pool, connections, connectListener } = server;
  const queries = new TimedQueries(pool);
  const over = (statementMs: number) =>
    new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: poolForKysely(queries, deadlineMs, statementMs) }),
    });
  const administrationMs = deadlineMs * ADMINISTRATION_FACTOR;
  const db = over(administrationMs);
  const notices = watchNotices({ connectListener, clock: background, pollMs, report });

  const prepare: Database['prepare'] = (access, build) => {
    const { sql: text, bind } = compileStatement(db, build);
    const named = options.namedStatements ? { name: nameOf(text) } : {};
    const ask = async (query: PostgresQuery) => {
      const { rows } = await queries.once(query, deadlineMs);
      // The rows have the columns that the statement names.
      return rows as never[];
    };
    return (values) =>
      availability.watch(access, () =>
        againAfterConflict(() => ask({ text, values: bind(values), ...named })),
      );
  };

  const transactionsOver =
    (kysely: Kysely<Schema>, statementMs: number): Database['transaction'] =>
    (work) =>
      availability.watch('writes', () =>
        againAfterConflict(() =>
          kysely
            .transaction()
            // Whatever is the default of the database: each statement sees what it has waited for.
            .setIsolationLevel('read committed')
            .execute(async (trx) => {
              await limitLocks(trx, statementMs);
              return work(trx);
            }),
        ),
      );

  return {
    db,
    prepare,
    transaction: transactionsOver(db, administrationMs),
    snapshot: (work) =>
      availability.watch('reads', () =>
        db
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute(work),
      ),
    types: POSTGRES_TYPES,
    credits: createPostgresCreditBook({
      prepare,
      transaction: transactionsOver(over(deadlineMs), deadlineMs),
      shares: new Shares(connections, deadlineMs),
    }),
    changes: notices.source,
    async hasTable(name) {
      const { rows } = await sql<{ found: boolean }>`
        select to_regclass(${name}) is not null as found`.execute(db);
      return rows[0]?.found === true;
    },
    async lockMigrations(trx) {
      await sql`select pg_advisory_xact_lock(hashtext('model_gateway migrations'))`.execute(trx);
    },
    async announce(trx) {
      await sql`select pg_notify(${CHANNEL}, '')`.execute(trx);
    },
    async close() {
      await notices.stop();
      await pool.end();
    },
  };
}

/**
 * Ends the wait for a lock before the deadline of its statement: what waits behind it for the same lock
 * must not miss its own. And ends the transaction where nothing comes any more: the server would keep
 * its locks for the hours in which it holds a process for alive whose network is gone.
 */
async function limitLocks(trx: Transaction<Schema>, statementMs: number): Promise<void> {
  const [lockMs, idleMs] = [statementMs * LOCK_SHARE, statementMs].map((milliseconds) =>
    String(Math.min(Math.ceil(milliseconds), LONGEST_MS)),
  );
  await sql`select set_config('lock_timeout', ${lockMs}, true),
    set_config('idle_in_transaction_session_timeout', ${idleMs}, true)`.execute(trx);
}

/** Runs a statement that lost against another one again, a few times. */
async function againAfterConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || tries === TRIES) throw error;
    }
    const pause = jitter(FIRST_PAUSE_MS * 2 ** tries);
    await new Promise<void>((resolve) => void systemClock.after(pause, resolve));
  }
}

/**
 * Returns a name that is the same for a statement in every process, so that a pooler can share it.
 */
function nameOf(text: string): string {
  return `mg_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

/** Returns a pool in the form that Kysely takes, which limits the time of every statement. */
function poolForKysely(
  queries: TimedQueries,
  deadlineMs: number,
  statementMs: number,
): PostgresDialectConfig['pool'] {
  return {
    async connect() {
      const client = await queries.acquire(deadlineMs, statementMs);
      return {
        // Kysely passes text, except for cursors, which are not configured here.
        query: ((text: string, values: readonly unknown[]) =>
          client.query({ text, values: [...values] })) as KyselyClient['query'],
        release: () => client.release(),
      };
    },
    end: async () => {},
    options: {},
  };
}
