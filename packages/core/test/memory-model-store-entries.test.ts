import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  CatalogError,
  createApiKey,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
} from '@model-gateway/core';

/* Entries from plain JavaScript, where no type says no. */

const MADE_BY = 'model() of @model-gateway/worlds and parseCatalog() of core make entries';

/** What is not an entry, and what the error says of it. */
const NOT_ENTRIES: readonly (readonly [given: unknown, problem: string])[] = [
  [null, `is null; ${MADE_BY}`],
  ['acme/quill-1', `is text; ${MADE_BY}`],
  [{ id: 'acme/quill-1' }, `is a model and not an entry { model, signals }; ${MADE_BY}`],
  [{ model: null, signals: {} }, `is an object without model; ${MADE_BY}`],
  [{ model: undefined }, `is an object without model; ${MADE_BY}`],
];

describe('createMemoryModelStore', () => {
  for (const [given, problem] of NOT_ENTRIES) {
    it(`refuses a list with something that ${problem.split(';', 1)[0]}: ${JSON.stringify(given)}`, () => {
      assert.throws(() => createMemoryModelStore([given as never]), {
        name: 'TypeError',
        message: `a model store in memory holds entries: number 1 ${problem}`,
      });
    });
  }

  it('refuses an entry that is not in a list', () => {
    assert.throws(() => createMemoryModelStore({ model: {} } as never), {
      name: 'TypeError',
      message: 'a model store in memory holds a list of entries, got an object',
    });
  });

  it('keeps its catalog when another is refused', async () => {
    const store = createMemoryModelStore([], 'first');
    assert.throws(() => store.replace([null as never]), TypeError);
    assert.equal(await store.revision(), 'first');
  });
});

describe('a store of your own', () => {
  for (const [given, problem] of NOT_ENTRIES) {
    it(`makes the catalog invalid with something that ${problem.split(';', 1)[0]}: ${JSON.stringify(given)}`, async () => {
      const entries = [given as never];
      const models = {
        revision: async () => 'a',
        snapshot: async () => ({ entries, revision: 'a' }),
      };
      const keys = createMemoryKeyStore([createApiKey('my-key')]);
      const gateway = createGateway({ stores: { models, keys } });
      await assert.rejects(gateway.ready(), (error) => {
        assert.ok(error instanceof CatalogError);
        assert.equal(error.message, `data[0]: ${problem}`);
        return true;
      });
    });
  }
});
