import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openStores, type Stores } from '@model-gateway/sql';
import { describeOnEach } from '../support/databases.ts';

const KEPT = '10000000-0000-4000-8000-000000000001';
const MOVED = '10000000-0000-4000-8000-000000000002';

describeOnEach('a workspace', (newDatabase) => {
  it('is the same in capitals, so that its keys are refused with it', async (t) => {
    const { admin, stores, close } = await openStores(await newDatabase());
    t.after(close);
    const id = '10000000-0000-4000-8000-00000000000a';
    await admin.workspaces.create({ id: id.toUpperCase(), accountId: 'user_1', name: 'One' });
    const { key } = await admin.keys.create({
      label: 'a key',
      userId: 'user_1',
      workspaceId: id.toUpperCase(),
    });
    assert.equal((await stores.keys.findByHash(key.hash))?.state, 'active');
    for (const spelled of [id, id.toUpperCase()]) {
      const config = { url: 'https://hooks.example/in' };
      const wanted = { accountId: 'user_1', workspaceId: spelled, name: spelled };
      await admin.destinations.create({ ...wanted, type: 'webhook', config });
      assert.equal((await stores.destinations.destinationsIn(spelled)).length > 0, true);
      assert.equal((await admin.workspaces.show(spelled))?.id, id);
      assert.equal(await admin.workspaces.disable(spelled), true);
      assert.equal((await stores.keys.findByHash(key.hash))?.state, 'disabled');
      assert.equal(await admin.workspaces.enable(spelled), true);
      const keys = await admin.keys.list({ workspaceId: spelled, limit: 10 });
      assert.equal(keys.length, 1);
      await assert.rejects(admin.workspaces.delete(spelled), /still has keys/);
    }
    assert.equal((await stores.destinations.destinationsIn(id)).length, 2);
  });
});

describeOnEach('a workspace that is moved into an organization', (newDatabase) => {
  /** Two workspaces of a user without an organization, each with a key and a destination. */
  const withTwo = async (tests: (stores: Stores) => Promise<void>) => {
    const stores = await openStores(await newDatabase());
    const { admin } = stores;
    for (const id of [KEPT, MOVED]) {
      await admin.workspaces.create({ id, accountId: 'user_1', name: id });
      await admin.keys.create({ label: id, userId: 'user_1', workspaceId: id });
      await admin.destinations.create({
        accountId: 'user_1',
        workspaceId: id,
        name: id,
        type: 'webhook',
        config: { url: 'https://hooks.example/in' },
      });
    }
    await tests(stores);
    await stores.close();
  };
  const page = { offset: 0, limit: 10, workspaceId: MOVED };

  it('takes its keys and destinations along, and no others', () =>
    withTwo(async ({ admin }) => {
      const moved = await admin.workspaces.move(MOVED, 'org_1');
      assert.equal(moved?.accountId, 'org_1');
      assert.equal((await admin.workspaces.show(MOVED))?.accountId, 'org_1');
      assert.equal((await admin.workspaces.show(KEPT))?.accountId, 'user_1');
      const owners: Record<string, unknown> = {};
      for await (const { workspaceId, userId, organizationId } of admin.keys.export()) {
        owners[workspaceId] = [userId, organizationId];
      }
      assert.deepEqual(owners, { [KEPT]: ['user_1', null], [MOVED]: ['user_1', 'org_1'] });
      const accounts: Record<string, string> = {};
      for await (const { accountId, destination } of admin.destinations.export()) {
        accounts[destination.workspace_id] = accountId;
      }
      assert.deepEqual(accounts, { [KEPT]: 'user_1', [MOVED]: 'org_1' });
    }));

  it('is seen at once by a gateway that has read its keys and destinations', () =>
    withTwo(async ({ admin, stores }) => {
      let hash = '';
      for await (const key of admin.keys.export()) if (key.label === MOVED) hash = key.hash;
      assert.equal((await stores.keys.findByHash(hash))?.organizationId, null);
      const announced: unknown[] = [];
      stores.destinations.subscribe((workspaceId) => announced.push(workspaceId));
      await admin.workspaces.move(MOVED, 'org_1');
      assert.equal((await stores.keys.findByHash(hash))?.organizationId, 'org_1');
      assert.deepEqual(announced, [MOVED]);
      const { totalCount } = await stores.destinations.list({ ...page, accountId: 'org_1' });
      assert.equal(totalCount, 1);
    }));

  it('has to be there', () =>
    withTwo(async ({ admin }) => {
      const unknown = '10000000-0000-4000-8000-000000000003';
      for (const id of [unknown, 'a\0b']) {
        assert.equal(await admin.workspaces.move(id, 'org_1'), undefined);
      }
    }));
});
