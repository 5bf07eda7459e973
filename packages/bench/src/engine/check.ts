import { isDeepStrictEqual } from 'node:util';
import { selectModels, type CatalogIndex, type ListModelsQuery } from '@model-gateway/core';
import { toNaiveQuery } from '../naive/naive-query.ts';
import { naiveSelect } from '../naive/naive-select.ts';

/** Throws when the engine answers a query otherwise than a plain filter does. */
export function checkEngine(
  index: CatalogIndex,
  queries: readonly ListModelsQuery[],
  nowSeconds: number,
): void {
  for (const query of queries) {
    const { page, totalCount } = selectModels(index, query, { allowedModels: null, nowSeconds });
    const ids = page.map((position) => index.entries[position]?.model.id);
    const reference = naiveSelect(index.entries, toNaiveQuery(query), nowSeconds);
    const expected = reference.page.map(({ model }) => model.id);
    if (totalCount === reference.totalCount && isDeepStrictEqual(ids, expected)) continue;
    throw new Error(`the engine and a plain filter disagree on ${JSON.stringify(query)}`);
  }
}
