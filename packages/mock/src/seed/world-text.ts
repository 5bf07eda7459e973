import { hashKey, type CatalogEntry } from '@model-gateway/core';

/**
 * A catalog file, one model and one model's signals per line, so that differences are readable. Its
 * revision is the digest of the rest, so that clients' caches see a change and nothing but a change.
 * Source of the form: decisions §3.2.
 */
export function worldText(entries: readonly CatalogEntry[]): string {
  const data = entries.map(({ model }) => JSON.stringify(model));
  const beside = entries.map(
    ({ model, signals }) => `${JSON.stringify(model.id)}:${JSON.stringify(signals)}`,
  );
  const rest = `"data":[\n${data.join(',\n')}\n],"signals":{\n${beside.join(',\n')}\n}}\n`;
  return `{"revision":"${hashKey(rest)}",${rest}`;
}
