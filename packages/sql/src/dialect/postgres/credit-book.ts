import { sql, type RawBuilder } from 'kysely';
import type { CreditBook, Database, Grant } from '../../database.ts';
import type { Value } from '../../statement.ts';
import { SWEPT_KEPT_MS } from '../../swept.ts';
import { createReadUsage } from './read-usage.ts';
import { prepareReserve } from './reserve.ts';
import type { Shares } from './shares.ts';
import { prepareSpent } from './spending.ts';
import {
  countSpending,
  generationValues,
  prepareRecord,
  SPENDER_ROWS,
  writeGeneration,
  type GenerationValues,
} from './write-generation.ts';

interface Ending {
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
export function createPostgresCreditBook({
  prepare,
  transaction,
  shares,
}: Pick<Database, 'prepare' | 'transaction'> & { readonly shares: Shares }): CreditBook {
  const reserve = prepareReserve({ prepare, transaction });
  const spent = prepareSpent(prepare);
  const end = prepare<Ending, unknown>('writes', (db, value) => endWith(value).compile(db));
  const endExplained = prepare<Ending & GenerationValues, unknown>('writes', (db, value) =>
    endWith(value, value).compile(db),
  );
  const sweep = prepareSweep(prepare);
  const grant = prepareGrant(prepare);
  const record = prepareRecord(prepare);

  return {
    reserve: (made) => shares.run(made.accountId, () => reserve(made)),
    spent,
    async end({ id, accountId, charge, now, generation }) {
      const ending = { reservation: id, charge, now };
      await shares.run(accountId, () =>
        generation === undefined
          ? end(ending)
          : endExplained({ ...ending, ...generationValues(generation) }),
      );
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

/** The end of a reservation, and what it is for: without that it has few values and less to do. */
function endWith(value: Value<Ending>, generation?: Value<GenerationValues>): RawBuilder<unknown> {
  const given = (name: keyof GenerationValues) =>
    generation === undefined ? sql`null::text` : sql`${generation(name)}::text`;
  const written = generation && sql`${writeGeneration(generation, 'charge')},`;
  const isUnwritten =
    generation && sql`and not exists (select from generation where provider_slug is not null)`;
  return sql`
      with ended as (
        delete from mg_reservations where id = ${value('reservation')} returning *
      ), ending as (
        select account_id, least(${value('charge')}::numeric, amount) as spent,
          case when state = 'open' then amount else 0 end as freed,
          key_hash is not null as is_counted,
          coalesce(day, ${given('day')}) as day,
          coalesce(key_hash, ${given('key_hash')}) as key_hash,
          coalesce(user_id, ${given('user_id')}) as user_id,
          coalesce(workspace_id, ${given('workspace_id')}) as workspace_id,
          -- A key that was reserved for without one has none.
          case when key_hash is null then ${given('account_id')} else organization_id end
            as organization_id
        from ended
      ), account as (
        update mg_credit_accounts as account
        set balance = account.balance - ending.spent, reserved = account.reserved - ending.freed
        from ending where account.id = ending.account_id
        returning account.id
      ), charge as (
        select *, spent - case when is_counted then freed else 0 end as change from ending
        -- Always true, and not known before the account is locked.
        where (select count(*) from account) >= 0
      ), movement as (
        insert into mg_credit_movements (account_id, amount, kind, reservation_id, at_ms,
          generation_id, key_hash, operation, model, provider)
        select charge.account_id, -charge.spent, 'charge', ${value('reservation')},
          ${value('now')}::bigint, ${given('id')}, charge.key_hash,
          ${given('operation')}, ${given('model')}, ${given('provider_slug')}
        from charge join account on account.id = charge.account_id where charge.spent > 0
      ), ${written ?? sql``} unexplained as (
        insert into mg_usage_days as sums (account_id, day, key_hash, user_id, workspace_id, model,
          provider_slug, provider_name, requests, cost, prompt_tokens, completion_tokens,
          reasoning_tokens)
        select coalesce(organization_id, user_id, ''), day, key_hash, coalesce(user_id, ''),
          coalesce(workspace_id, ''), '', '', '', 1, spent, 0, 0, 0
        from charge where key_hash is not null and day is not null and spent > 0
          ${isUnwritten ?? sql``}
        on conflict (account_id, day, key_hash, user_id, workspace_id, model, provider_slug)
        do update set requests = sums.requests + 1, cost = sums.cost + excluded.cost
      ), ${countSpending('charge')}
      select account_id from ended`;
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
        returning reservation.*
      ), payers as materialized (
        -- As in other steps: accounts first, then the rows that count, each in one order.
        select id from mg_credit_accounts where id in (select account_id from swept)
        order by id for update
      ), counters as materialized (
        select kind, id from mg_spending where (select count(*) from payers) >= 0
          and (kind, id) in (
            select subject.kind, subject.id from swept cross join lateral (
              values ${SPENDER_ROWS}
            ) as subject (kind, id)
          )
        order by kind, id for update
      ), uncounted as (
        -- The next request within a limit counts anew: a window may be changing meanwhile.
        delete from mg_spending where (kind, id) in (select kind, id from counters)
      ), freed as (
        select account_id, sum(amount) as amount from swept group by account_id
      ), account as (
        update mg_credit_accounts as account set reserved = account.reserved - freed.amount
        from freed where account.id = freed.account_id and (select count(*) from payers) >= 0
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
