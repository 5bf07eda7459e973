import { hashKey, type CatalogEntry } from '@model-gateway/core';
import type { WorldAccounts } from '../world.ts';

/**
 * A catalog file, and beside the catalog what belongs to accounts, one record per line, so that
 * differences are readable. Its revision is the digest of the catalog, so that clients' caches see
 * a change and nothing but a change. Source of the form: contract §3.2.
 */
export function worldText(entries: readonly CatalogEntry[], accounts: WorldAccounts): string {
  const data = entries.map(({ model }) => JSON.stringify(model));
  const beside = entries.map(
    ({ model, signals }) => `${JSON.stringify(model.id)}:${JSON.stringify(signals)}`,
  );
  const catalog = `"data":[\n${data.join(',\n')}\n],"signals":{\n${beside.join(',\n')}\n}`;
  const { destinations, members, assignments } = accounts;
  const lists = Object.entries({ destinations, members, assignments }).map(
    ([name, records]) =>
      `"${name}":[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]`,
  );
  return `{"revision":"${hashKey(`${catalog}}\n`)}",${catalog},${lists.join(',')}}\n`;
}
