import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryDestinationStore, type Destination } from '@model-gateway/core';
import { OTHER_WORKSPACE, WORKSPACE, aDestination, uuid } from '../admin-builders.ts';

function aStore(...destinations: readonly Destination[]) {
  const store = createMemoryDestinationStore(
    destinations.map((destination) => ({ accountId: 'org_1', destination })),
  );
  const changed: (string | undefined)[] = [];
  const unsubscribe = store.subscribe((workspaceId) => changed.push(workspaceId));
  return { store, changed, unsubscribe };
}

describe('the destination feed of the memory store', () => {
  it('has every destination of a workspace, disabled ones too, in full', async () => {
    const inside = [aDestination({ id: uuid(1) }), aDestination({ id: uuid(2), enabled: false })];
    const { store } = aStore(
      ...inside,
      aDestination({ id: uuid(3), workspace_id: OTHER_WORKSPACE }),
    );
    assert.deepEqual(await store.destinationsIn(WORKSPACE.toUpperCase()), inside);
    assert.deepEqual(await store.destinationsIn('unknown'), []);
  });

  it('announces a replacement before it resolves', async () => {
    const { store, changed } = aStore(aDestination({ id: uuid(1) }));
    const { item, version } = (await store.get(aDestination({ id: uuid(1) }).id)) ?? assert.fail();
    void store.replace({ ...item.destination, enabled: false }, version);
    assert.deepEqual(changed, [WORKSPACE]);
  });

  it('announces both workspaces when a destination moves', () => {
    const { store, changed } = aStore(aDestination({ id: uuid(1) }));
    const moved = aDestination({ id: uuid(1), workspace_id: OTHER_WORKSPACE });
    store.put({ accountId: 'org_1', destination: moved });
    assert.deepEqual(changed, [WORKSPACE, OTHER_WORKSPACE]);
  });

  it('announces a removal, and nothing when there was nothing to remove', () => {
    const { store, changed } = aStore(aDestination({ id: uuid(1) }));
    store.remove(aDestination({ id: uuid(1) }).id);
    store.remove(aDestination({ id: uuid(1) }).id);
    assert.deepEqual(changed, [WORKSPACE]);
  });

  it('is silent after the subscription ended', () => {
    const { store, changed, unsubscribe } = aStore(aDestination({ id: uuid(1) }));
    unsubscribe();
    store.remove(aDestination({ id: uuid(1) }).id);
    assert.deepEqual(changed, []);
  });
});
