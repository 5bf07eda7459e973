import type { Clock, OutboxLease, TelemetryOutbox } from '@model-gateway/core';
import type { Transaction } from 'kysely';
import type { Database } from './database.ts';
import { OutboxRoom, type OutboxLimits } from './outbox-room.ts';
import type { OutboxInsert, OutboxRow, OutboxRows } from './outbox-rows.ts';
import type { Schema } from './schema.ts';

/**
 * Telemetry that is not delivered yet. A row names the process that holds it, and a process says in
 * one row how long it lives, so that a lease costs one write however much it covers.
 */
export function createTelemetryOutbox(
  database: Database,
  rows: OutboxRows,
  { clock, limits }: { readonly clock: Clock; readonly limits: OutboxLimits },
): TelemetryOutbox {
  const { db } = database;
  const room = new OutboxRoom(database, clock, limits);

  return {
    async append(entries, lease) {
      if (entries.length === 0) return 'stored';
      const made = await Promise.all(entries.map((entry) => rows.toRow(entry, lease.holder)));
      if (!(await room.admits(made))) return 'full';
      await database.transaction(async (trx) => {
        await extend(trx, lease);
        await insert(trx, made);
      });
      return 'stored';
    },
    renew: (lease) => database.transaction((trx) => extend(trx, lease)),
    async claim({ lease, now, limit, exceptDestinations }) {
      const claimed = await database.transaction(async (trx) => {
        await trx.deleteFrom('mg_outbox_holders').where('ends_ms', '<=', now).execute();
        await extend(trx, lease);
        const free = await freeRows(trx, { now, limit, exceptDestinations });
        return take(trx, free, lease.holder);
      });
      return rows.toEntries(claimed.toSorted(byAge));
    },
    async remove(ids) {
      for (const some of inParts(ids)) {
        await db.deleteFrom('mg_outbox').where('id', 'in', some).execute();
      }
    },
    async release(ids, { holder, notBefore }) {
      for (const some of inParts(ids)) {
        await db
          .updateTable('mg_outbox')
          .set({ holder: null, not_before_ms: notBefore })
          .where('id', 'in', some)
          .where('holder', '=', holder)
          .execute();
      }
    },
    leave: (holder) =>
      database.transaction(async (trx) => {
        await trx.deleteFrom('mg_outbox_holders').where('id', '=', holder).execute();
        const its = trx.updateTable('mg_outbox').where('holder', '=', holder);
        await its.set({ holder: null }).execute();
      }),
    async expire(before) {
      const { numDeletedRows } = await db
        .deleteFrom('mg_outbox')
        .where('since_ms', '<', before)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

/** SQLite binds 32,766 values in a statement at most, PostgreSQL 65,535. */
const ROWS_AT_ONCE = 500;

async function extend(trx: Transaction<Schema>, { holder, until }: OutboxLease): Promise<void> {
  await trx
    .insertInto('mg_outbox_holders')
    .values({ id: holder, ends_ms: until })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ends_ms: until }))
    .execute();
}

async function insert(trx: Transaction<Schema>, made: readonly OutboxInsert[]): Promise<void> {
  for (let from = 0; from < made.length; from += ROWS_AT_ONCE) {
    await trx
      .insertInto('mg_outbox')
      .values(made.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
}

type FreeRow = Pick<OutboxRow, 'id' | 'holder'>;

/** The oldest rows without a holder, or whose holder is dead. */
function freeRows(
  trx: Transaction<Schema>,
  {
    now,
    limit,
    exceptDestinations,
  }: { now: number; limit: number; exceptDestinations: readonly string[] },
): Promise<readonly FreeRow[]> {
  return trx
    .selectFrom('mg_outbox')
    .select(['id', 'holder'])
    .where('not_before_ms', '<=', now)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('holder', 'is', null),
        eb('holder', 'not in', selectFrom('mg_outbox_holders').select('id')),
      ]),
    )
    .$if(exceptDestinations.length > 0, (query) =>
      query.where('destination_id', 'not in', [...exceptDestinations]),
    )
    .orderBy('since_ms')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Takes rows over unless another process did since they were read: a row is taken from the holder
 * that it had then.
 */
async function take(
  trx: Transaction<Schema>,
  free: readonly FreeRow[],
  holder: string,
): Promise<readonly OutboxRow[]> {
  const dead = [...new Set(free.flatMap((row) => row.holder ?? []))];
  const taken: OutboxRow[] = [];
  for (const ids of inParts(free.map(({ id }) => id))) {
    const some = await trx
      .updateTable('mg_outbox')
      .set({ holder })
      .where('id', 'in', ids)
      .where(({ eb, or }) =>
        or([eb('holder', 'is', null), ...(dead.length === 0 ? [] : [eb('holder', 'in', dead)])]),
      )
      .returningAll()
      .execute();
    taken.push(...some);
  }
  return taken;
}

function inParts(ids: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    parts.push(ids.slice(from, from + ROWS_AT_ONCE));
  }
  return parts;
}

function byAge(a: OutboxRow, b: OutboxRow): number {
  return Number(a.since_ms) - Number(b.since_ms) || (a.id < b.id ? -1 : 1);
}
