import type { Page, PageRequest } from '../ports/page.ts';

/** A part of a list, copied, so that no caller can change what is kept. */
export function pageOf<Item>(items: readonly Item[], { offset, limit }: PageRequest): Page<Item> {
  return {
    items: structuredClone(items.slice(offset, offset + limit)),
    totalCount: items.length,
  };
}
