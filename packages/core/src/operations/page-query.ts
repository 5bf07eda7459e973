import * as v from 'valibot';
import type { Page, PageRequest } from '../ports/page.ts';
import { count } from '../resources/count.ts';
import { described, nullish, optional } from '../resources/described.ts';

const DEFAULT_LIMIT = 50;

/** Query parameters of lists that are always paged. Source: contract §5, §6, §3. */
export const PAGE_QUERY = {
  offset: nullish(count, 'How many records to skip.', {
    default: 0,
  }),
  limit: optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
    'The most records to list.',
    { default: DEFAULT_LIMIT },
  ),
};

interface PageQuery {
  readonly offset?: number | null | undefined;
  readonly limit?: number | undefined;
}

/** Returns the page that a query asks for, with defaults filled in. */
export function toPageRequest({ offset, limit }: PageQuery): PageRequest {
  return { offset: offset ?? 0, limit: limit ?? DEFAULT_LIMIT };
}

/** Returns the wire schema of a page of `item`. */
export function pageSchema<Item extends v.GenericSchema>(item: Item) {
  return v.object({
    data: described(v.array(item), 'The records of this page.'),
    total_count: described(count, 'How many records all pages have.'),
  });
}

/** Returns a page in its wire form. */
export function toWirePage<Item>({ items, totalCount }: Page<Item>) {
  return { data: items, total_count: totalCount };
}
