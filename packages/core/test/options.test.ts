import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createCatalog,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
} from '@model-gateway/core';
import { checkHandler, firstOf, mountAt, standalone } from '@model-gateway/core/http';
import { aGateway, stored } from './builders.ts';

/* What callers without types learn when a gateway is created, not with its first request. */

const models = createMemoryModelStore();
const keys = createMemoryKeyStore();
const stores = { models, keys };

describe('createGateway', () => {
  const refused: readonly (readonly [options: unknown, message: string])[] = [
    [undefined, 'createGateway takes an object of options, got nothing'],
    [[], 'createGateway takes an object of options, got a list'],
    [{}, 'createGateway needs stores: { models, keys }, got nothing'],
    [
      { stores, dialct: 'gateway' },
      'createGateway has no option "dialct"; did you mean "dialect"?',
    ],
    [
      { stores: models },
      'createGateway({ stores }) has no option "revision"; its options are models, keys, destinations, members, assignments',
    ],
    [
      { stores: { ...stores, key: keys } },
      'createGateway({ stores }) has no option "key"; did you mean "keys"?',
    ],
    [
      { stores: { keys } },
      'createGateway needs stores.models, such as createMemoryModelStore(entries), got nothing',
    ],
    [{ stores: { models } }, 'createGateway needs stores.keys or authenticate, to know who calls'],
    [
      { stores: { models: [], keys } },
      'createGateway: stores.models must be a store with revision() and snapshot(), got a list: wrap it in createMemoryModelStore',
    ],
    [
      { stores: { models, keys: [] } },
      'createGateway: stores.keys must be a store with findByHash(), got a list: wrap it in createMemoryKeyStore',
    ],
    [
      { stores: { ...stores, members: {} } },
      'createGateway: stores.members must be a store with list(), got an object',
    ],
    [
      { stores, dialect: 'openruoter' },
      'createGateway knows the dialects gateway and openrouter, got "openruoter"; did you mean "openrouter"?',
    ],
    [
      { stores, destinations: { originChange: 'ask' } },
      'createGateway: destinations.originChange must be keep-secrets or require-secrets, got "ask"',
    ],
    [
      { stores, images: { provider: [] } },
      'createGateway({ images }) has no option "provider"; did you mean "providers"?',
    ],
    [{ stores, images: [] }, 'createGateway({ images }) takes an object of options, got a list'],
    [{ stores, onError: 'console' }, 'createGateway: onError must be a function, got text'],
    [
      { stores, authenticate: true },
      'createGateway: authenticate must be a function, got true or false',
    ],
    [{ stores, storeTimeoutMs: '10s' }, 'storeTimeoutMs must be a number from 0 on, got "10s"'],
    [{ stores, storeTimeoutMs: NaN }, 'storeTimeoutMs must be a number from 0 on, got NaN'],
    [{ stores, maxBodyBytes: -1 }, 'maxBodyBytes must be a number from 0 on, got -1'],
  ];
  for (const [options, message] of refused) {
    it(`says: ${message}`, () => {
      assert.throws(() => createGateway(stored(options)), { name: 'TypeError', message });
    });
  }

  it('takes options that are undefined', () => {
    createGateway({ stores, images: undefined, dialect: undefined, onError: undefined });
  });

  it('takes a shared catalog, and stores that are instances of classes', () => {
    class Keys {
      async findByHash() {
        return undefined;
      }
    }
    createGateway({ stores: { models: createCatalog(models), keys: new Keys() } });
  });
});

describe('createCatalog', () => {
  it('refuses unknown options and dialects', () => {
    assert.throws(() => createCatalog(models, stored({ onCatalogue: () => {} })), {
      message: 'createCatalog has no option "onCatalogue"; did you mean "onCatalog"?',
    });
    assert.throws(() => createCatalog(models, stored({ dialect: 'openai' })), {
      message: 'createCatalog knows the dialects gateway and openrouter, got "openai"',
    });
  });
});

describe('a gateway in place of its handler', () => {
  const gateway = aGateway();
  for (const [name, use] of [
    ['mountAt', (handler: never) => mountAt('/v1', handler)],
    ['mountAt, at the root', (handler: never) => mountAt('', handler)],
    ['firstOf', (handler: never) => firstOf(async () => undefined, handler)],
    ['standalone', (handler: never) => standalone(handler)],
    ['checkHandler', (handler: never) => checkHandler(handler)],
  ] as const) {
    it(`is refused by ${name}`, () => {
      assert.throws(() => use(stored(gateway)), {
        name: 'TypeError',
        message: 'expected a handler, got a gateway: pass gateway.handle',
      });
      assert.throws(() => use(stored(undefined)), {
        message: 'expected a handler such as gateway.handle, got nothing',
      });
    });
  }
});
