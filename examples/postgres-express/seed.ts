import { readFile } from 'node:fs/promises';
import { parseCatalog } from '@model-gateway/core';
import type { Stores } from '@model-gateway/sql';

/**
 * Fills an empty database: a catalog, a workspace, an account with credit, and a key. Resolves to
 * the key's text, which cannot be read again; undefined if there already is a catalog.
 */
export async function seed({ admin }: Stores): Promise<string | undefined> {
  const { models } = await admin.catalog.show();
  if (models > 0) return undefined;
  const file = await readFile(new URL('catalog.json', import.meta.url), 'utf8');
  await admin.catalog.import(parseCatalog(file).entries);
  const workspace = await admin.workspaces.create({ accountId: 'user_example', name: 'Example' });
  const account = await admin.accounts.create({ id: 'example', credits: '10' });
  const { text } = await admin.keys.create({
    label: 'the example’s first key',
    userId: 'user_example',
    workspaceId: workspace.id,
    creditAccountId: account.id,
  });
  return text;
}
