import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Subject } from '@model-gateway/core';
import type { Database, SpentQuery, SpentRow, SubjectWindow } from '../../database.ts';
import type { Schema } from '../../schema.ts';
import { RESERVATION_ID, USAGE_ID } from '../../subject-columns.ts';

/**
 * Counts a subject anew. Its row is locked while what it has spent and reserved is added up, so
 * that whoever reserves or charges for it meanwhile waits, and finds the new window. Where there is
 * no row yet nobody would wait for it: then all wait, once in the life of a subject.
 */
export async function recount(
  trx: Transaction<Schema>,
  { counter, kind, id, first, last }: SubjectWindow,
): Promise<void> {
  const lock = sql`select from mg_spending where kind = ${counter} and id = ${id} for update`;
  if ((await lock.execute(trx)).rows.length === 0) {
    await sql`lock table mg_reservations, mg_usage_days in share row exclusive mode`.execute(trx);
    await sql`
      insert into mg_spending (kind, id, first_day, last_day, used)
      values (${counter}, ${id}, ${first}, ${last}, 0) on conflict (kind, id) do nothing`.execute(
      trx,
    );
    await lock.execute(trx);
  }
  // A statement of its own, which sees what those did for whose locks this one has waited.
  await sql`
    update mg_spending set first_day = ${first}, last_day = ${last}, used = (
      select coalesce(sum(cost), 0) from mg_usage_days
      where ${sql.raw(USAGE_ID[kind])} = ${id} and day between ${first} and ${last}
    ) + (
      select coalesce(sum(amount), 0) from mg_reservations
      where ${sql.raw(RESERVATION_ID[kind])} = ${id} and day between ${first} and ${last}
        and state = 'open'
    )
    where kind = ${counter} and id = ${id}`.execute(trx);
}

type Values = Omit<SpentQuery, 'kind' | 'month' | 'week'> & {
  readonly monthFirst: string;
  readonly monthLast: string;
  readonly weekFirst: string;
  readonly weekLast: string;
};

export function prepareSpent(prepare: Database['prepare']) {
  const statements = {
    key: prepareSpentBy(prepare, 'key'),
    member: prepareSpentBy(prepare, 'member'),
    workspace: prepareSpentBy(prepare, 'workspace'),
    organization: prepareSpentBy(prepare, 'organization'),
  };
  return ({ kind, month, week, ids, day }: SpentQuery): Promise<readonly SpentRow[]> =>
    statements[kind]({
      ids,
      day,
      monthFirst: month.firstDay,
      monthLast: month.lastDay,
      weekFirst: week.firstDay,
      weekLast: week.lastDay,
    });
}

function prepareSpentBy(prepare: Database['prepare'], kind: Subject['kind']) {
  return prepare<Values, SpentRow>('reads', (db, value) => {
    const sumWhere = (condition: RawBuilder<unknown>) =>
      sql`coalesce(sum(cost) filter (where ${condition}), 0)::text`;
    return sql<SpentRow>`
      with usage as (
        select ${sql.raw(USAGE_ID[kind])} as id, coalesce(sum(cost), 0)::text as total,
          ${sumWhere(sql`day between ${value('monthFirst')} and ${value('monthLast')}`)} as monthly,
          ${sumWhere(sql`day between ${value('weekFirst')} and ${value('weekLast')}`)} as weekly,
          ${sumWhere(sql`day = ${value('day')}`)} as daily
        from mg_usage_days where ${sql.raw(USAGE_ID[kind])} = any(${value('ids')}::text[])
        group by 1
      ), held as (
        select ${sql.raw(RESERVATION_ID[kind])} as id, sum(amount)::text as reserved
        from mg_reservations
        where state = 'open' and ${sql.raw(RESERVATION_ID[kind])} = any(${value('ids')}::text[])
        group by 1
      )
      select id, coalesce(total, '0') as total, coalesce(monthly, '0') as monthly,
        coalesce(weekly, '0') as weekly, coalesce(daily, '0') as daily,
        coalesce(reserved, '0') as reserved
      from usage full join held using (id)`.compile(db);
  });
}
