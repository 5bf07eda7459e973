import type { Page, PageRequest } from '../ports/page.ts';

/** Returns a copy of a part of a list, so that callers cannot change the original. */
export function pageOf<Item>(items: readonly Item[], { offset, limit }: PageRequest): Page<Item> {
  return {
    items: structuredClone(items.slice(offset, offset + limit)),
    totalCount: items.length,
  };
}
