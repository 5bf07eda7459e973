import { sql } from 'kysely';
import type { CreditBook, Database, Grant, NewReservation } from '../../database.ts';
import { SWEPT_KEPT_MS } from '../../swept.ts';
import { createReadUsage } from './read-usage.ts';
import {
  generationValues,
  prepareRecord,
  writeGeneration,
  type GenerationValues,
} from './write-generation.ts';

interface Ending extends GenerationValues {
  readonly reservation: string;
  readonly charge: string;
  readonly now: number;
}

interface Sweep {
  readonly now: number;
  readonly forgotten: number;
}

/**
 * Creates the ledger's steps on PostgreSQL: one statement each, so that the server locks an
 * account's row for no longer than it needs, however slow the network.
 */
export function createPostgresCreditBook(prepare: Database['prepare']): CreditBook {
  const reserve = prepareReserve(prepare);
  const end = prepareEnd(prepare);
  const sweep = prepareSweep(prepare);
  const grant = prepareGrant(prepare);
  const record = prepareRecord(prepare);

  return {
    reserve: async (reservation) => (await reserve(reservation)).length > 0,
    async end({ id, charge, now, generation }) {
      await end({ reservation: id, charge, now, ...generationValues(generation) });
    },
    record: async (row) => void (await record(generationValues(row))),
    usage: createReadUsage(prepare),
    async sweep(now) {
      const [row] = await sweep({ now, forgotten: now - SWEPT_KEPT_MS });
      return Number(row?.count ?? 0);
    },
    grant: async (granted) => void (await grant(granted)),
  };
}

function prepareReserve(prepare: Database['prepare']) {
  return prepare<NewReservation, unknown>('writes', (db, value) => {
    const amount = sql`${value('amount')}::numeric`;
    return sql`
      with account as (
        update mg_credit_accounts set reserved = reserved + ${amount}
        where id = ${value('accountId')} and state = 'active' and balance - reserved >= ${amount}
        returning id
      )
      insert into mg_reservations (id, account_id, amount, state, expires_ms)
      select ${value('id')}, id, ${amount}, 'open', ${value('expires')}::bigint from account
      returning id`.compile(db);
  });
}

function prepareEnd(prepare: Database['prepare']) {
  return prepare<Ending, unknown>('writes', (db, value) =>
    sql`
      with ended as (
        delete from mg_reservations where id = ${value('reservation')}
        returning account_id, amount, state
      ), charge as (
        select account_id, least(${value('charge')}::numeric, amount) as spent,
          case when state = 'open' then amount else 0 end as freed
        from ended
      ), account as (
        update mg_credit_accounts as account
        set balance = account.balance - charge.spent, reserved = account.reserved - charge.freed
        from charge where account.id = charge.account_id
        returning account.id
      ), movement as (
        insert into mg_credit_movements (account_id, amount, kind, reservation_id, at_ms,
          generation_id, key_hash, operation, model, provider)
        select charge.account_id, -charge.spent, 'charge', ${value('reservation')},
          ${value('now')}::bigint, ${value('id')}::text, ${value('key_hash')}::text,
          ${value('operation')}::text, ${value('model')}::text, ${value('provider_slug')}::text
        from charge join account on account.id = charge.account_id where charge.spent > 0
      ), ${writeGeneration(value, 'ended')}
      select account_id from ended`.compile(db),
  );
}

function prepareSweep(prepare: Database['prepare']) {
  return prepare<Sweep, { count: number | string }>('writes', (db, value) =>
    sql<{ count: number | string }>`
      with due as (
        select id from mg_reservations
        where state = 'open' and expires_ms <= ${value('now')}::bigint
        order by id limit 1000 for update skip locked
      ), swept as (
        update mg_reservations as reservation set state = 'swept' from due
        where reservation.id = due.id
        returning reservation.account_id, reservation.amount
      ), freed as (
        select account_id, sum(amount) as amount from swept group by account_id
      ), account as (
        update mg_credit_accounts as account set reserved = account.reserved - freed.amount
        from freed where account.id = freed.account_id
      ), forgotten as (
        delete from mg_reservations
        where state = 'swept' and expires_ms <= ${value('forgotten')}::bigint
      )
      select count(*) as count from swept`.compile(db),
  );
}

function prepareGrant(prepare: Database['prepare']) {
  return prepare<Grant, unknown>('writes', (db, value) => {
    const amount = sql`${value('amount')}::numeric`;
    return sql`
      with account as (
        update mg_credit_accounts set balance = balance + ${amount}
        where id = ${value('accountId')} returning id
      )
      insert into mg_credit_movements (account_id, amount, kind, note, at_ms)
      select id, ${amount}, 'grant', ${value('note')}, ${value('now')}::bigint from account
      returning id`.compile(db);
  });
}
