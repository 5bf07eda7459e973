import type { Bitset } from './bitset.ts';
import type { CatalogIndex } from './catalog-index.ts';
import { DEFAULT_LIMIT, type ListModelsQuery } from './query.ts';
import type { Permutation } from './sort-orders.ts';

/** The result of a query: one page and the total size. */
export interface Selection {
  /** Positions in the catalog, in result order. */
  readonly page: readonly number[];
  readonly totalCount: number;
  /** Where the next page begins and how long it is; undefined on the last page. */
  readonly next: { readonly offset: number; readonly limit: number } | undefined;
}

/** The limits of a selection: the caller's models and the current time. */
export interface SelectionScope {
  /** Model ids that the caller may see; null means all. */
  readonly allowedModels: readonly string[] | null;
  readonly nowSeconds: number;
}

/** Selects the models of `query`, in its order, cut to its page. Source: contract §3.1 and §3.8. */
export function selectModels(
  index: CatalogIndex,
  query: ListModelsQuery,
  scope: SelectionScope,
): Selection {
  const found = index.filters.find(query, scope.nowSeconds);
  if (scope.allowedModels !== null) found.intersect(index.positionsOf(scope.allowedModels));
  const totalCount = found.count();

  const paged = query.offset != null || query.limit !== undefined;
  const offset = query.offset ?? 0;
  const limit = query.limit ?? (paged ? DEFAULT_LIMIT : totalCount);
  const end = offset + limit;
  return {
    page: walk(found, orderOf(index, query), offset, Math.min(end, totalCount)),
    totalCount,
    next: end < totalCount ? { offset: end, limit } : undefined,
  };
}

function orderOf(index: CatalogIndex, query: ListModelsQuery): Permutation | undefined {
  if (query.sort !== undefined) return index.permutations.sortedBy(query.sort);
  if (query.category !== undefined) return index.permutations.rankedIn(query.category);
  return undefined;
}

/** Returns the found positions from number `start` up to `end` in the given order. */
function walk(found: Bitset, order: Permutation | undefined, start: number, end: number): number[] {
  const page: number[] = [];
  let seen = 0;
  for (let i = 0; i < found.size && seen < end; i++) {
    const position = order === undefined ? i : (order[i] ?? 0);
    if (!found.has(position)) continue;
    if (seen >= start) page.push(position);
    seen++;
  }
  return page;
}
