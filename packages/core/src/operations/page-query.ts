import * as v from 'valibot';
import type { Page, PageRequest } from '../ports/page.ts';
import { described } from '../resources/described.ts';

const DEFAULT_LIMIT = 50;

/** Query parameters of the lists that come in pages only. Source: contract §5, §6, §3. */
export const PAGE_QUERY = {
  offset: described(
    v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
    'How many records to skip.',
    { default: 0 },
  ),
  limit: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
    'The most records to list.',
    { default: DEFAULT_LIMIT },
  ),
};

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
  return v.object({
    data: described(v.array(item), 'The records of this page.'),
    total_count: described(
      v.pipe(v.number(), v.integer(), v.minValue(0)),
      'How many records there are on all pages.',
    ),
  });
}

/** A page as it goes over the wire. */
export function toWirePage<Item>({ items, totalCount }: Page<Item>) {
  return { data: items, total_count: totalCount };
}
