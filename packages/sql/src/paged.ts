import type { Page, PageRequest } from '@model-gateway/core';
import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from './schema.ts';
import type { Value } from './statement.ts';

/** A row of a page with the size of the whole list; past the end it has no columns of its own. */
export type PagedRow<Row> = { readonly total_count: number | string } & (
  | ({ readonly [Name in keyof Row]: Row[Name] } & { readonly is_row: 1 })
  | { readonly is_row: null }
);

/**
 * Returns a statement for a page and the size of the whole list, which agree because it is one
 * statement. `order` is a list of columns of the rows.
 */
export function paged<Row>(
  db: Kysely<Schema>,
  value: Value<PageRequest>,
  rows: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): CompiledQuery<PagedRow<Row>> {
  return sql<PagedRow<Row>>`
    with found as (${rows}), total as (select count(*) as total_count from found)
    select * from total left join (
      select 1 as is_row, found.* from found order by ${order}
      limit ${value('limit')} offset ${value('offset')}
    ) as page on true
    order by ${order}`.compile(db);
}

export function toPage<Row, Item>(
  rows: readonly PagedRow<Row>[],
  toItem: (row: Row) => Item,
): Page<Item> {
  // A row with `is_row` has the columns of one.
  const items = rows.filter(({ is_row }) => is_row !== null).map((row) => toItem(row as Row));
  return { items, totalCount: Number(rows[0]?.total_count ?? 0) };
}
