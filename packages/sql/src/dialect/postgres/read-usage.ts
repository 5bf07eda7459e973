import type { PageRequest } from '@model-gateway/core';
import { sql } from 'kysely';
import type { CreditBook, Database, UsageColumn, UsageQuery, UsageRow } from '../../database.ts';
import { paged, toPage, type PagedRow } from '../../paged.ts';
import type { Statement } from '../../statement.ts';

/** Values of filters that a statement does not have are not bound. */
type Values = PageRequest &
  Omit<UsageQuery<UsageColumn>, 'by' | 'only' | 'page'> & {
    readonly [Name in UsageColumn]: string | undefined;
  };

/**
 * Returns how usage is read: a statement for each set of groups and filters, so that each has a plan
 * of its own.
 */
export function createReadUsage(prepare: Database['prepare']): CreditBook['usage'] {
  const statements = new Map<string, Statement<Values, PagedRow<UsageRow<UsageColumn>>>>();
  return async (query) => {
    const { by, first, last, only, page } = query;
    // Object.keys forgets which keys these are.
    const names = Object.keys(only) as UsageColumn[];
    const filters = names.filter((name) => only[name] !== undefined);
    const shape = JSON.stringify([by, filters]);
    const read = statements.get(shape) ?? prepareUsage(prepare, by, filters);
    statements.set(shape, read);
    // Undefined is filled in for the filters that are not there.
    const values = { ...only, ...page, first, last } as Values;
    return toPage(await read(values), (row: UsageRow<UsageColumn>) => row);
  };
}

function prepareUsage(
  prepare: Database['prepare'],
  by: readonly UsageColumn[],
  filters: readonly UsageColumn[],
): Statement<Values, PagedRow<UsageRow<UsageColumn>>> {
  return prepare('reads', (db, value) => {
    const columns = sql.join(by.map((name) => sql.ref(name)));
    const wanted = filters.map((name) => sql` and ${sql.ref(name)} = ${value(name)}`);
    const rows = sql`
      select ${columns}, max(provider_name) as provider_name, sum(requests) as requests,
        sum(cost) as cost, sum(prompt_tokens) as prompt_tokens,
        sum(completion_tokens) as completion_tokens, sum(reasoning_tokens) as reasoning_tokens
      from mg_usage_days
      where day >= ${value('first')} and day <= ${value('last')}${sql.join(wanted, sql``)}
      group by ${columns}`;
    const newestFirst = by.includes('day') ? sql`day desc, ` : sql``;
    return paged(db, value, rows, sql`${newestFirst}cost desc, ${columns}`);
  });
}
