import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openStores } from '@model-gateway/sql';

const workspaceOf = async (name: string) => {
  const { admin, close } = await openStores(`sqlite::memory:${name}`);
  const { id } = await admin.workspaces.create({ accountId: 'acme', name: 'Default' });
  const all = async () => {
    const ids: string[] = [];
    for await (const workspace of admin.workspaces.export()) ids.push(workspace.id);
    return ids.toSorted();
  };
  return { id, all, close };
};

it('stores of one name in memory share their data until the last of them closes', async () => {
  const first = await workspaceOf('shared');
  const second = await workspaceOf('shared');
  const other = await workspaceOf('other');
  assert.deepEqual(await first.all(), [first.id, second.id].toSorted());
  assert.deepEqual(await other.all(), [other.id]);
  await first.close();
  assert.deepEqual(await second.all(), [first.id, second.id].toSorted());
  await second.close();
  const later = await workspaceOf('shared');
  assert.deepEqual(await later.all(), [later.id]);
  await Promise.all([later.close(), other.close()]);
});

it('stores of one name in memory write at the same time, one after the other', async () => {
  const [first, second] = await Promise.all([workspaceOf('busy'), workspaceOf('busy')]);
  const { admin, close } = await openStores('sqlite::memory:busy');
  await admin.accounts.create({ id: 'acme', credits: '1' });
  const grants = Array.from({ length: 20 }, () => admin.accounts.grant('acme', '1'));
  await Promise.all(grants);
  assert.equal((await admin.accounts.show('acme'))?.free, '21');
  await Promise.all([first.close(), second.close(), close()]);
});
