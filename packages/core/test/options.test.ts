import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createApiKey,
  createCatalog,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  createMemoryRateLimiter,
  createMemoryTelemetryOutbox,
  defineOperation,
  systemClock,
} from '@model-gateway/core';
import {
  checkHandler,
  firstOf,
  jsonResponse,
  mountAt,
  standalone,
  withCors,
} from '@model-gateway/core/http';
import * as v from 'valibot';
import { LIST_STORES } from '../src/stores.ts';
import { aGateway, stored } from './builders.ts';
import { entryWith } from './catalog/stored-entries.ts';

/* What callers without types learn when a gateway is created, not with its first request. */

const models = createMemoryModelStore([]);
const keys = createMemoryKeyStore();
const stores = { models, keys };
const storeNames = [
  'models',
  'keys',
  'generations',
  'budgets',
  'guardrails',
  ...Object.keys(LIST_STORES),
];

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
      `createGateway({ stores }) has no option "revision"; its options are ${storeNames.join(', ')}`,
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
      'createGateway({ destinations }): originChange must be keep-secrets or require-secrets, got "ask"',
    ],
    [
      { stores, providers: { slug: 'acme' } },
      'createGateway: providers must be a list of providers, such as [openai({ apiKey, http })], got an object',
    ],
    [
      { stores, providers: [() => ({ slug: 'acme' })] },
      'createGateway: providers must be a list of providers, such as [openai({ apiKey, http })], got a list',
    ],
    [
      { stores, inference: { http: fetch } },
      'createGateway({ inference }): http must be an HTTP client, such as createGuardedHttpClient() of @model-gateway/egress, and not fetch, got a function',
    ],
    [
      { stores, inference: { ledgr: {} } },
      'createGateway({ inference }) has no option "ledgr"; did you mean "ledger"?',
    ],
    [
      { stores, inference: [] },
      'createGateway({ inference }) takes an object of options, got a list',
    ],
    [
      { stores, inference: { budgetMs: '5 min' } },
      'createGateway({ inference }): budgetMs must be a number from 0 on, got "5 min"',
    ],
    [
      { stores, inference: { maxHeldBytes: -1 } },
      'createGateway({ inference }): maxHeldBytes must be a number from 0 on, got -1',
    ],
    [
      { stores, inference: { breaker: { failure: 3 } } },
      'createGateway({ inference: { breaker } }) has no option "failure"; did you mean "failures"?',
    ],
    [
      { stores, inference: { breaker: { failures: 'five' } } },
      'createGateway({ inference: { breaker } }): failures must be a number from 0 on, got "five"',
    ],
    [
      { stores, inference: { breaker: { cooldownMs: NaN } } },
      'createGateway({ inference: { breaker } }): cooldownMs must be a number from 0 on, got NaN',
    ],
    [{ stores, onError: 'console' }, 'createGateway: onError must be a function, got "console"'],
    [{ stores, authenticate: true }, 'createGateway: authenticate must be a function, got true'],
    [
      { stores, storeTimeoutMs: '10s' },
      'createGateway: storeTimeoutMs must be a number from 0 on, got "10s"',
    ],
    [
      { stores, storeTimeoutMs: NaN },
      'createGateway: storeTimeoutMs must be a number from 0 on, got NaN',
    ],
    [
      { stores, maxBodyBytes: -1 },
      'createGateway: maxBodyBytes must be a number from 0 on, got -1',
    ],
  ];
  for (const [options, message] of refused) {
    it(`says: ${message}`, () => {
      assert.throws(() => createGateway(stored(options)), { name: 'TypeError', message });
    });
  }

  it('takes options that are undefined', () => {
    createGateway({
      stores,
      providers: undefined,
      inference: undefined,
      dialect: undefined,
      onError: undefined,
    });
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

describe('defineOperation', () => {
  const operation = {
    id: 'wipe',
    method: 'POST',
    path: '/wipe',
    summary: 'Wipe',
    handle: async () => jsonResponse({}),
  };
  const refused: readonly (readonly [members: object, message: string])[] = [
    [
      { permissions: 'management' },
      'operation "wipe" has no option "permissions"; did you mean "permission"?',
    ],
    [
      { permission: 'managment' },
      'operation "wipe": permission must be any, management or inference, got "managment"; did you mean "management"?',
    ],
    [{ isPublic: 'no' }, 'operation "wipe": isPublic must be true or false, got "no"'],
    [{ handle: undefined }, 'operation "wipe" needs handle: a function'],
    [{ handle: {} }, 'operation "wipe": handle must be a function, got an object'],
    [{ id: undefined }, 'defineOperation needs id: a text'],
    [{ limiter: {} }, 'operation "wipe": limiter must be a function, got an object'],
    [
      { body: v.object({ text: v.string() }) },
      'operation "wipe": body must be an object with its schema: body: { schema: … }',
    ],
    [
      { body: { shema: v.object({}) } },
      'operation "wipe", body has no option "shema"; did you mean "schema"?',
    ],
    [
      { query: { limit: v.string() } },
      'operation "wipe": query must be a schema, such as v.object({ … }) of valibot, or standardSchema(…) with one of another library, got an object',
    ],
  ];
  for (const [members, message] of refused) {
    it(`says: ${message}`, () => {
      assert.throws(() => defineOperation(stored<never>({ ...operation, ...members })), {
        name: 'TypeError',
        message,
      });
    });
  }

  it('refuses errors that do not exist', () => {
    const definition = { ...operation, errors: ['notFund'] };
    assert.throws(() => defineOperation(stored<never>(definition)), {
      message: /^operation "wipe": errors must be a list of errors among .*, got \["notFund"\]$/,
    });
  });
});

describe('other functions with options', () => {
  const refused: readonly (readonly [name: string, call: () => unknown, message: string])[] = [
    [
      'createMemoryRateLimiter',
      () => createMemoryRateLimiter(stored({ limit: 1, windowSecond: 60, clock: systemClock })),
      'createMemoryRateLimiter has no option "windowSecond"; did you mean "windowSeconds"?',
    ],
    [
      'createMemoryRateLimiter',
      () => createMemoryRateLimiter(stored({ limit: 1, clock: systemClock })),
      'createMemoryRateLimiter needs windowSeconds: a number from 0',
    ],
    [
      'createMemoryTelemetryOutbox',
      () => createMemoryTelemetryOutbox(stored({ maxEntrys: 1 })),
      'createMemoryTelemetryOutbox has no option "maxEntrys"; did you mean "maxEntries"?',
    ],
    [
      'withCors',
      () => withCors(async () => undefined, stored({ origin: '*' })),
      'withCors has no option "origin"; did you mean "origins"?',
    ],
    [
      'withCors',
      () => withCors(async () => undefined, stored({ origins: 'https://a.example' })),
      'withCors: origins must be * or a list of texts, got "https://a.example"',
    ],
    [
      'jsonResponse',
      () => jsonResponse({}, stored({ sttus: 404 })),
      'jsonResponse has no option "sttus"; did you mean "status"?',
    ],
    [
      'createMemoryModelStore',
      () => createMemoryModelStore(stored(undefined)),
      'a model store in memory holds a list of entries, got nothing',
    ],
    [
      'createMemoryModelStore',
      () => createMemoryModelStore([entryWith({}), entryWith({})]),
      'a model store in memory holds entries: number 2 has the id "acme/model" of another entry',
    ],
    [
      'createApiKey',
      () => createApiKey('k', { expiresAt: 'tomorrow' }),
      'createApiKey: expiresAt must be an ISO 8601 timestamp such as "2027-01-01T00:00:00Z", or null, got "tomorrow"',
    ],
  ];
  for (const [name, call, message] of refused) {
    it(`${name} says: ${message}`, () => {
      assert.throws(call, { name: 'TypeError', message });
    });
  }
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
