import { sql, type RawBuilder } from 'kysely';
import type { Subject } from '@model-gateway/core';
import type { Database, SpentQuery, SpentRow } from '../../database.ts';
import { RESERVATION_ID, USAGE_ID } from '../../subject-columns.ts';

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
