import type { ListModelsQuery } from '@model-gateway/core';

/** A query as it is written in an afternoon: every bound is a number, whatever digits that costs. */
export type NaiveQuery = {
  readonly [Name in keyof ListModelsQuery]: Name extends `${'min' | 'max'}_${string}`
    ? number | null | undefined
    : ListModelsQuery[Name];
};

/** The same query with its decimal bounds as numbers. */
export function toNaiveQuery(query: ListModelsQuery): NaiveQuery {
  const entries = Object.entries(query).map(([name, value]) => [
    name,
    /^(min|max)_/.test(name) && typeof value === 'string' ? Number(value) : value,
  ]);
  // Decimal bounds are all that differs, and their names all begin so.
  return Object.fromEntries(entries) as NaiveQuery;
}
