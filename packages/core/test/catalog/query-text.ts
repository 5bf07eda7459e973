import type { ListModelsQuery } from '@model-gateway/core';
import { rationalOf, textOf } from '../rational.ts';

/**
 * A query as a client could write it. `style` chooses among spellings that contract §1.3 and §1.4
 * call equal: blanks and case in lists, a list given in two, empty and `null` for "not set".
 */
export function searchFor(query: ListModelsQuery, style: number): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) appendList(search, name, value, style);
    else if (value === null) search.append(name, style % 2 === 0 ? '' : 'null');
    else if (typeof value === 'number') search.append(name, textOf(rationalOf(value)));
    else if (value !== undefined) search.append(name, value);
  }
  // Unknown parameters are ignored (contract §1.2).
  if (style % 7 === 0) search.append('utm_source', 'x');
  return search.size === 0 ? '' : `?${search}`;
}

function appendList(
  search: URLSearchParams,
  name: string,
  items: readonly string[],
  style: number,
): void {
  const written = items.map((item) => (style % 2 === 0 ? item.toUpperCase() : item));
  const [first, ...others] = written;
  if (style % 3 === 0 && first !== undefined) {
    search.append(name, first);
    search.append(name, ` , ${others.join(' ,')}`);
  } else {
    search.append(name, written.join(style % 3 === 1 ? ',' : ' , ,'));
  }
}
