import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openStores, type NewDestination } from '@model-gateway/sql';

const WORKSPACE_ID = '10000000-0000-4000-8000-000000000001';

const wanted = (changes: Partial<NewDestination> = {}): NewDestination => ({
  accountId: 'org_1',
  workspaceId: WORKSPACE_ID,
  name: 'Traces',
  type: 'webhook',
  config: { url: 'https://hooks.example/in', signingSecret: 'a secret of the webhook' },
  ...changes,
});

const SECRETS = [{ id: 'one', key: Buffer.alloc(32, 7) }];

describe('administration of destinations', () => {
  it('makes at most five of a kind in a workspace, also at the same time', async () => {
    const stores = await openStores('sqlite::memory:');
    const { destinations } = stores.admin;
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, () => destinations.create(wanted())),
    );
    const refused = made.filter((each) => each.status === 'rejected');
    assert.equal(refused.length, 3);
    assert.match(String(refused[0]?.reason), /has 5 destinations of the kind webhook/);
    await destinations.create(wanted({ type: 'ramp', config: { apiKey: 'key' } }));
    await destinations.create(wanted({ workspaceId: WORKSPACE_ID.replace('1', '2') }));
    await stores.close();
  });
});

describe('the destinations of a workspace', () => {
  it('are all of them, disabled ones too, with their secrets opened', async () => {
    const stores = await openStores('sqlite::memory:', { secrets: SECRETS });
    const { destinations: admin } = stores.admin;
    const one = await admin.create(wanted());
    const two = await admin.create(wanted({ settings: { enabled: false } }));
    await admin.create(wanted({ workspaceId: WORKSPACE_ID.replace('1', '2') }));
    const found = await stores.stores.destinations.destinationsIn(WORKSPACE_ID);
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    assert.deepEqual(found.toSorted(byId), [one.destination, two.destination].toSorted(byId));
    await stores.close();
  });

  it('are announced when they change', async () => {
    const stores = await openStores('sqlite::memory:');
    const { destinations: store } = stores.stores;
    const { destinations: admin } = stores.admin;
    const changed: (string | undefined)[] = [];
    const unsubscribe = store.subscribe((workspaceId) => changed.push(workspaceId));
    const { destination } = await admin.create(wanted());
    const { version } = (await store.get(destination.id)) ?? assert.fail();
    await store.replace({ ...destination, name: 'Other' }, version);
    assert.equal(await store.replace({ ...destination, name: 'Stale' }, version), 'stale');
    await admin.disable(destination.id);
    await admin.delete(destination.id);
    assert.deepEqual(changed, [WORKSPACE_ID, WORKSPACE_ID, undefined, undefined]);
    unsubscribe();
    await admin.create(wanted());
    assert.equal(changed.length, 4);
    await stores.close();
  });
});
