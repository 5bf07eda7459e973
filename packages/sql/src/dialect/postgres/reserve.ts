import { memberId } from '@model-gateway/core/kit';
import { sql, type RawBuilder } from 'kysely';
import type {
  CreditBook,
  Database,
  DatedSpender,
  NewReservation,
  ReserveOutcome,
  WindowBudget,
} from '../../database.ts';
import type { Value } from '../../statement.ts';
import { COUNTERS } from '../../subject-columns.ts';
import { countAnew } from './count-anew.ts';

type Uncounted = Pick<NewReservation, 'id' | 'accountId' | 'amount' | 'expires'>;

interface Plain extends Uncounted, DatedSpender {
  readonly member: string | null;
}

/** The budgets, a list for each of their members. */
interface Limited extends Plain {
  readonly counters: readonly string[];
  readonly ids: readonly string[];
  readonly limits: readonly string[];
  readonly firsts: readonly string[];
  readonly lasts: readonly string[];
}

/** A row for each budget, or one without a budget. */
interface Standing {
  readonly has_credit: boolean;
  readonly is_made: boolean;
  readonly counter: string;
  readonly is_counted: boolean;
  readonly is_within: boolean;
  /** Null where no row counts it. */
  readonly used: string | null;
}

/**
 * Prepares the reservation: one statement, which locks the account first, then its subjects in one
 * order. A reservation without budgets checks the account only, but counts all the same. Where a
 * budget is not counted in its window, counting and reserving are one transaction.
 */
export function prepareReserve({
  prepare,
  transaction,
}: Pick<Database, 'prepare' | 'transaction'>): CreditBook['reserve'] {
  const reserveUncounted = prepareUncounted(prepare);
  const reservePlain = preparePlain(prepare);
  const reserveLimited = prepare<Limited, Standing>('writes', (db, value) =>
    limited(value).compile(db),
  );
  return async (reservation) => {
    const { budgets, spender, ...made } = reservation;
    if (spender === undefined) return isMade(await reserveUncounted(made));
    const { organization, user } = spender;
    const member = organization === null || user === null ? null : memberId(organization, user);
    const plain: Plain = { ...made, ...spender, member };
    if (budgets.length === 0) return isMade(await reservePlain(plain));
    const values: Limited = { ...plain, ...listsOf(budgets) };
    const value: Value<Limited> = (name) => sql`${values[name]}`;
    const { accountId } = reservation;
    let outcome = outcomeOf(await reserveLimited(values), budgets);
    // At most twice: while rows are added none can vanish.
    for (let tries = 0; outcome === 'moved' || outcome === 'missing'; tries++) {
      if (tries === 2) throw new Error('a budget is of another subject, or two are of one');
      const counting = { accountId, budgets, isSpender: isSpender(value) };
      const isNew = outcome === 'missing';
      outcome = await transaction(async (trx) => {
        await countAnew(trx, { ...counting, isNew });
        return outcomeOf((await limited(value).execute(trx)).rows, budgets);
      });
    }
    return outcome;
  };
}

/** `moved` and `missing`: rows count another window, or are not there. */
function outcomeOf(
  rows: readonly Standing[],
  budgets: readonly WindowBudget[],
): ReserveOutcome | 'moved' | 'missing' {
  const [first] = rows;
  if (first?.is_made === true) return 'reserved';
  if (first?.has_credit !== true) return 'account';
  if (rows.some(({ used }) => used === null)) return 'missing';
  if (rows.some((row) => !row.is_counted)) return 'moved';
  const standings = new Map(rows.map((row) => [row.counter, row]));
  // In the order of the budgets, so that a request hears of the same one each time.
  const budget = budgets.find(({ counter }) => standings.get(counter)?.is_within === false);
  const used = budget && standings.get(budget.counter)?.used;
  if (budget === undefined || used == null) throw new Error('nothing refused');
  return { budget, used };
}

function listsOf(budgets: readonly WindowBudget[]): Omit<Limited, keyof Plain> {
  return {
    counters: budgets.map(({ counter }) => counter),
    ids: budgets.map(({ id }) => id),
    limits: budgets.map(({ usd }) => usd),
    firsts: budgets.map(({ first }) => first),
    lasts: budgets.map(({ last }) => last),
  };
}

/** The rows that may count a reservation, as a condition for `mg_spending`. */
function isSpender(value: Value<Plain>) {
  const rows = COUNTERS.map(([counter, kind]) => sql`(${sql.lit(counter)}, ${value(kind)}::text)`);
  return sql`(kind, id) in (${sql.join(rows)})`;
}

/**
 * What a subject has used with the reservation, where that is of its window. Not a condition: that
 * would be of the window as the statement found it, which a transaction that it then waited for may have changed.
 */
function usedWith(value: Value<Plain>) {
  return sql`used + case when ${value('day')}::text between first_day and last_day
    then ${value('amount')}::numeric else 0 end`;
}

function columns(value: Value<Plain>) {
  return sql`${value('id')}, ${value('accountId')}::text, ${value('amount')}::numeric, 'open',
    ${value('expires')}::bigint, ${value('day')}::text, ${value('key')}::text,
    ${value('workspace')}::text, ${value('organization')}::text, ${value('user')}::text`;
}

function isMade(rows: readonly unknown[]): ReserveOutcome {
  return rows.length > 0 ? 'reserved' : 'account';
}

const INSERT = sql`insert into mg_reservations
  (id, account_id, amount, state, expires_ms, day, key_hash, workspace_id, organization_id, user_id)`;

/** The part of a `with` that reserves of an account, and has its id where that suffices. */
function account(value: Value<Uncounted>) {
  const amount = sql`${value('amount')}::numeric`;
  return sql`
    account as (
      update mg_credit_accounts set reserved = reserved + ${amount}
      where id = ${value('accountId')} and state = 'active' and balance - reserved >= ${amount}
      returning id
    )`;
}

/** Without a spender no row counts, and none is looked for. */
function prepareUncounted(prepare: Database['prepare']) {
  return prepare<Uncounted, unknown>('writes', (db, value) =>
    sql`
      with ${account(value)}
      insert into mg_reservations (id, account_id, amount, state, expires_ms)
      select ${value('id')}, id, ${value('amount')}::numeric, 'open', ${value('expires')}::bigint
      from account returning id`.compile(db),
  );
}

function preparePlain(prepare: Database['prepare']) {
  return prepare<Plain, unknown>('writes', (db, value) =>
    sql`
      with ${account(value)}, verdict as (
        select 1 where ${value('accountId')} = '' or exists (select from account)
      ), counters as materialized (
        select kind, id from mg_spending
        where ${isSpender(value)} and exists (select from verdict)
        order by kind, id for update
      ), counted as (
        update mg_spending set used = ${usedWith(value)}
        where (kind, id) in (select kind, id from counters)
      )
      ${INSERT} select ${columns(value)} from verdict returning id`.compile(db),
  );
}

function limited(value: Value<Limited>): RawBuilder<Standing> {
  const amount = sql`${value('amount')}::numeric`;
  return sql<Standing>`
      with account as materialized (
        select balance - reserved >= ${amount} as has_enough from mg_credit_accounts
        where id = ${value('accountId')} and state = 'active' for update
      ), counted as materialized (
        select kind, id, first_day, last_day, used from mg_spending
        where ${isSpender(value)} and exists (
          select where ${value('accountId')} = '' or (select has_enough from account)
        )
        order by kind, id for update
      ), standing as materialized (
        select given.kind as counter, counted.used,
          coalesce(counted.first_day = given.first_day and counted.last_day = given.last_day, false)
            as is_counted,
          coalesce(counted.used + ${amount} <= given.usd, false) as is_within
        from unnest(${value('counters')}::text[], ${value('ids')}::text[],
            ${value('limits')}::numeric[], ${value('firsts')}::text[], ${value('lasts')}::text[])
            as given (kind, id, usd, first_day, last_day)
          left join counted on counted.kind = given.kind and counted.id = given.id
      ), verdict as materialized (
        select has_credit, has_credit and is_within as is_made from (
          select ${value('accountId')} = ''
              or coalesce((select has_enough from account), false) as has_credit,
            (select bool_and(is_counted and is_within) from standing) as is_within
        ) as each
      ), paid as (
        update mg_credit_accounts set reserved = reserved + ${amount}
        where id = ${value('accountId')} and (select is_made from verdict)
      ), added as (
        update mg_spending set used = ${usedWith(value)}
        where (kind, id) in (select kind, id from counted) and (select is_made from verdict)
      ), made as (
        ${INSERT} select ${columns(value)} from verdict where is_made
      )
      select has_credit, is_made, counter, is_counted, is_within, used::text as used
      from verdict cross join standing`;
}
