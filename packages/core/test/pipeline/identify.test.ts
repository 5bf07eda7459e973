import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createApiKey,
  createGateway,
  createMemoryModelStore,
  GatewayError,
  type ApiKey,
  type Authenticate,
  type KeyStore,
} from '@model-gateway/core';
import {
  aGateway,
  aKey,
  anEntry,
  bearer,
  envelopeOf,
  get,
  ids,
  NOW,
  stored,
  type GivenGateway,
} from '../builders.ts';

/* Who calls: by the host's own authentication, and by keys that a store returns. Source: contract
   §2.3, §2.7. */

const NO_KEY = { authorization: undefined };
const user = createApiKey('session-7', { userId: 'user_7', allowedModels: ['acme/seven'] });

/** A gateway whose host knows the callers that send a cookie. */
function byCookie(caller: unknown = user, given: GivenGateway = {}) {
  const authenticate: Authenticate = ({ headers }) =>
    headers['cookie'] === undefined ? undefined : stored<ApiKey>(caller);
  return aGateway({ authenticate, ...given });
}

const COOKIE = { ...NO_KEY, cookie: 'session=7' };

describe('authenticate(request)', () => {
  it('admits a request without a key', async () => {
    assert.equal((await get(byCookie(), '/models', COOKIE)).status, 200);
  });

  it('may take its time', async () => {
    const gateway = aGateway({ authenticate: async () => user });
    assert.equal((await get(gateway, '/models', NO_KEY)).status, 200);
  });

  it('decides what the caller sees', async () => {
    const entries = [anEntry({ id: 'acme/seven' }), anEntry({ id: 'acme/eight' })];
    const gateway = byCookie(user, { entries });
    assert.deepEqual(await ids(gateway, '', COOKIE), ['acme/seven']);
  });

  it('is asked before the key store', async () => {
    const keys: KeyStore = { findByHash: () => assert.fail('the key store was asked') };
    const gateway = byCookie(user, { keys });
    assert.equal((await get(gateway, '/models', { ...bearer('k'), ...COOKIE })).status, 200);
  });

  for (const [what, nobody] of [
    ['undefined', undefined],
    ['null', null],
  ] as const) {
    it(`leaves the request to the key store when it returns ${what}`, async () => {
      const gateway = aGateway({ authenticate: () => nobody });
      assert.equal((await get(gateway, '/models')).status, 200);
      const answer = await get(gateway, '/models', bearer('unknown'));
      assert.equal(envelopeOf(answer).error.message, 'Invalid API key');
    });
  }

  it('leaves a 401 for requests that nothing identifies', async () => {
    const answer = await get(byCookie(), '/models', NO_KEY);
    assert.equal(envelopeOf(answer).error.message, 'Missing authentication header');
  });

  it('is enough without a key store, and then every key is unknown', async () => {
    const gateway = createGateway({
      stores: { models: createMemoryModelStore([]) },
      authenticate: ({ headers }) => (headers['cookie'] === undefined ? undefined : user),
    });
    assert.equal((await get(gateway, '/models', COOKIE)).status, 200);
    const answer = await get(gateway, '/models');
    assert.equal(envelopeOf(answer).error.message, 'Invalid API key');
  });

  it('knows callers of a public catalog, too', async () => {
    const entries = [anEntry({ id: 'acme/seven' }), anEntry({ id: 'acme/eight' })];
    const gateway = byCookie(user, { entries, publicCatalog: true });
    assert.deepEqual(await ids(gateway, '', COOKIE), ['acme/seven']);
    assert.deepEqual(await ids(gateway, '', NO_KEY), ['acme/seven', 'acme/eight']);
  });

  it('gives callers the permissions of their kind', async () => {
    const answer = await get(byCookie(), '/observability/destinations', COOKIE);
    assert.equal(answer.status, 403);
    assert.equal(envelopeOf(answer).user_id, 'user_7');
  });

  for (const [what, caller] of [
    ['disabled', { ...user, state: 'disabled' }],
    ['expired', { ...user, expiresAt: new Date(NOW).toISOString() }],
  ] as const) {
    it(`refuses a caller who is ${what}`, async () => {
      const answer = await get(byCookie(caller), '/models', COOKIE);
      assert.equal(envelopeOf(answer).error.message, 'Invalid API key');
    });
  }

  it('answers with a GatewayError that it throws', async () => {
    const authenticate = () => {
      throw new GatewayError('invalidKey', { message: 'The session has ended' });
    };
    const answer = await get(aGateway({ authenticate }), '/models');
    assert.equal(answer.status, 401);
    assert.equal(envelopeOf(answer).error.message, 'The session has ended');
  });

  it('is a 500 that onError is called with when it fails', async () => {
    const error = new Error('redis://user:hunter2@sessions');
    const calls: unknown[] = [];
    const gateway = aGateway({
      authenticate: () => Promise.reject(error),
      onError: (given) => void calls.push(given),
    });
    const answer = await get(gateway, '/models');
    assert.equal(answer.status, 500);
    assert.doesNotMatch(answer.text, /hunter2/);
    assert.deepEqual(calls, [error]);
  });
});

describe('a key that lacks a member', () => {
  const cases: readonly (readonly [what: string, key: unknown, says: RegExp])[] = [
    [
      'no expiry',
      { ...aKey(), expiresAt: undefined },
      /: expiresAt must be .* or null, got nothing$/,
    ],
    ['no user', { ...aKey(), userId: undefined }, /: userId must be text, got nothing$/],
    ['an unknown kind', { ...aKey(), kind: 'admin' }, /: kind must be "inference" or "management"/],
    ['models as text', { ...aKey(), allowedModels: 'acme/a' }, /: allowedModels must be a list/],
    ['another form', 'my-key', /: expected a key, got text$/],
  ];

  for (const [what, key, says] of cases) {
    it(`is a 500, and onError is called with what is wrong: ${what}`, async () => {
      const messages: string[] = [];
      const gateway = aGateway({
        keys: { findByHash: async () => stored(key) },
        onError: (error) => void messages.push(String(error)),
      });
      const answer = await get(gateway, '/models');
      assert.equal(answer.status, 500);
      assert.deepEqual(envelopeOf(answer), {
        error: { code: 500, message: 'Internal server error' },
      });
      assert.match(messages.join('\n'), /^TypeError: the key store returned what is not a key/);
      assert.match(messages.join('\n'), says);
    });
  }

  it('is reported once for each kind of mistake, not with each request', async () => {
    const messages: string[] = [];
    let key: object = { ...aKey(), label: undefined };
    const gateway = aGateway({
      keys: { findByHash: async () => stored(key) },
      onError: (error) => void messages.push(String(error)),
    });
    for (let i = 0; i < 3; i++) await get(gateway, '/models');
    assert.equal(messages.length, 1);
    key = { ...aKey(), userId: 7 };
    for (let i = 0; i < 3; i++) await get(gateway, '/models');
    assert.equal(messages.length, 2);
    assert.match(messages[1] ?? '', /userId must be text, got a number$/);
  });

  it('is an error of the host when authenticate returned it', async () => {
    const messages: string[] = [];
    const gateway = byCookie(
      { id: 'user_7' },
      { onError: (error) => void messages.push(String(error)) },
    );
    assert.equal((await get(gateway, '/models', COOKIE)).status, 500);
    assert.match(
      messages.join(),
      /^TypeError: authenticate returned what is not a key: hash must be/,
    );
  });

  it('is not repeated in the report', async () => {
    const messages: string[] = [];
    const gateway = aGateway({
      keys: { findByHash: async () => stored({ ...aKey(), userId: ['person@acme.example'] }) },
      onError: (error) => void messages.push(String(error)),
    });
    await get(gateway, '/models');
    assert.doesNotMatch(messages.join(), /acme\.example/);
  });
});
