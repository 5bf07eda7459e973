import * as v from 'valibot';
import type { Page, PageRequest } from '../ports/page.ts';

/** Query parameters of the lists that come in pages only. Source: spec §4.3, §4.5, §4.6, §8. */
export const PAGE_QUERY = {
  offset: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
};

const DEFAULT_LIMIT = 50;

interface PageQuery {
  readonly offset?: number | null | undefined;
  readonly limit?: number | undefined;
}

/** The part that a query asks for; both parameters always have a value. */
export function toPageRequest({ offset, limit }: PageQuery): PageRequest {
  return { offset: offset ?? 0, limit: limit ?? DEFAULT_LIMIT };
}

/** The wire shape of a page of `item`. */
export function pageSchema<Item extends v.GenericSchema>(item: Item) {
  return v.object({ data: v.array(item), total_count: v.pipe(v.number(), v.integer()) });
}

/** A page as it goes over the wire. */
export function toWirePage<Item>({ items, totalCount }: Page<Item>) {
  return { data: items, total_count: totalCount };
}
