import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createCatalog,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  type ModelStore,
} from '@model-gateway/core';
import { aKey, list, someEntries, stored } from '../builders.ts';

describe('createCatalog', () => {
  it('is indexed once, however many gateways serve it', async () => {
    const store = createMemoryModelStore(someEntries(3));
    let snapshots = 0;
    const counted: ModelStore = {
      ...store,
      snapshot: () => {
        snapshots++;
        return store.snapshot();
      },
    };
    const models = createCatalog(counted);
    const gateways = [1, 2].map(() =>
      createGateway({ stores: { models, keys: createMemoryKeyStore([aKey()]) } }),
    );
    const lists = await Promise.all(gateways.map((gateway) => list(gateway, '')));
    assert.deepEqual(
      lists.map(({ total_count }) => total_count),
      [3, 3],
    );
    assert.equal(snapshots, 1);
    const index = await models.current();
    assert.equal(models.wholeList(index), models.wholeList(index));
  });

  it('reports a revision that is served and one that is refused', async () => {
    const store = createMemoryModelStore(someEntries(1), 'one');
    const reported: unknown[] = [];
    const models = createCatalog(store, {
      onCatalog: ({ revision }) => reported.push(revision),
      onError: (error) => reported.push(String(error)),
    });
    await models.current();
    store.replace([stored({ model: { id: '' }, signals: {} })], 'two');
    assert.equal((await models.current()).revision, 'one');
    assert.equal(reported[0], 'one');
    assert.match(String(reported[1]), /CatalogError/);
  });

  it('gives every gateway its own dialect', () => {
    const models = createCatalog(createMemoryModelStore([]), { dialect: 'openrouter' });
    const stores = { models, keys: createMemoryKeyStore() };
    assert.doesNotThrow(() => createGateway({ stores }));
    assert.throws(
      () => createGateway({ stores, dialect: 'gateway' }),
      /dialect "gateway" cannot share a catalog with the dialect "openrouter"/,
    );
  });
});
