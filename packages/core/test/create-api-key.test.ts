import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createApiKey,
  createMemoryKeyStore,
  hashKey,
  NO_LIMITS,
  type ApiKey,
} from '@model-gateway/core';
import { aGateway, bearer, get, stored } from './builders.ts';

/* Source: contract §2.1, §2.3. */

describe('createApiKey', () => {
  it('makes an inference key that admits its bearer at once', async () => {
    const gateway = aGateway({ keys: [createApiKey('my-key')] });
    assert.equal((await get(gateway, '/models', bearer('my-key'))).status, 200);
  });

  it('holds the digest of the text and nothing else of it', () => {
    const key = createApiKey('a-secret-text');
    assert.equal(key.hash, hashKey('a-secret-text'));
    assert.doesNotMatch(JSON.stringify(key), /a-secret-text/);
  });

  it('has the members of a key, changed by its overrides', () => {
    const { hash, ...members } = createApiKey('k', { kind: 'management', userId: 'user_42' });
    assert.equal(hash, hashKey('k'));
    assert.deepEqual(members, {
      label: 'API key',
      kind: 'management',
      userId: 'user_42',
      organizationId: null,
      workspaceId: '00000000-0000-4000-8000-000000000001',
      allowedModels: null,
      creditAccountId: null,
      limits: { usd: null, reset: null, requestsPerMinute: null, tokensPerMinute: null },
      state: 'active',
      expiresAt: null,
    });
  });

  it('has the limits that are given, in plain digits, and no others', () => {
    const { limits } = createApiKey('k', { limits: { usd: '020.50', reset: 'daily' } });
    assert.deepEqual(limits, { ...NO_LIMITS, usd: '20.5', reset: 'daily' });
  });

  for (const [limits, message] of [
    [{ usd: 20 }, 'limits.usd must be USD as plain digits such as "20" or "0.5", or null, got 20'],
    [{ usd: '-1' }, /limits\.usd must be .*, got "-1"$/],
    [{ usd: '1e3' }, /got "1e3"$/],
    [{ usd: '1'.repeat(19) }, /limits\.usd must be /],
    [{ usd: undefined }, /limits\.usd must be .*, got nothing$/],
    [
      { reset: 'hourly' },
      'limits.reset must be "daily", "weekly" or "monthly", or null, got "hourly"',
    ],
    [{ requestsPerMinute: 0 }, /must be a whole number of 1 or more, or null, got 0$/],
    [{ tokensPerMinute: 1.5 }, /limits\.tokensPerMinute must be .*, got 1\.5$/],
    [{ usdd: '1' }, /limits has usd, reset, requestsPerMinute, tokensPerMinute, got "usdd"$/],
    [null, /limits must be an object such as NO_LIMITS, got null$/],
    [undefined, /limits must be an object such as NO_LIMITS, got nothing$/],
    [[], /limits must be an object/],
  ] as const) {
    it(`refuses limits ${JSON.stringify(limits)}`, () => {
      assert.throws(() => createApiKey('k', stored({ limits })), {
        name: 'TypeError',
        message,
      });
    });
  }

  for (const label of [undefined, null]) {
    it(`has the default label when a user's name is ${label}`, () => {
      assert.equal(createApiKey('k', stored({ label })).label, 'API key');
    });
  }

  for (const name of ['userId', 'allowedModels', 'state', 'expiresAt'] as const) {
    it(`refuses an undefined ${name}, instead of the more permissive default`, () => {
      assert.throws(() => createApiKey('k', { [name]: undefined }), {
        name: 'TypeError',
        message: new RegExp(`^createApiKey: ${name} must be `),
      });
    });
  }

  for (const [what, text, got] of [
    ['empty', '', 'an empty text'],
    ['with a blank', 'my key', 'a text with other characters in it'],
    ['beyond ASCII', 'schlüssel', 'a text with other characters in it'],
    ['of more than 8192 characters', 'x'.repeat(8193), '8193 characters'],
    ['that is a number', stored<string>(7), 'a number'],
  ] as const) {
    it(`refuses a text ${what}, without repeating it`, () => {
      assert.throws(() => createApiKey(text), {
        name: 'TypeError',
        message: `the text of a key must be 1 to 8192 visible ASCII characters without spaces, got ${got}`,
      });
    });
  }

  it('takes a text of 8192 characters', () => {
    assert.equal(createApiKey('x'.repeat(8192)).state, 'active');
  });

  for (const [overrides, says] of [
    [{ user: 'user_42' }, 'createApiKey has no option "user"; its options are label, kind, userId'],
    [{ userID: 'user_42' }, 'createApiKey has no option "userID"; did you mean "userId"?'],
    [{ hash: 'abc' }, 'createApiKey has no option "hash"'],
    [{ kind: 'admin' }, 'createApiKey: kind must be "inference" or "management", got text'],
  ] as const) {
    it(`refuses ${JSON.stringify(overrides)}`, () => {
      assert.throws(() => createApiKey('k', stored(overrides)), {
        name: 'TypeError',
        message: new RegExp(`^${says.replaceAll(/[?()]/g, '\\$&')}`),
      });
    });
  }
});

describe('a key store in memory', () => {
  const whole = createApiKey('k');
  const without = (name: keyof ApiKey) => ({ ...whole, [name]: undefined });

  for (const [what, key, says] of [
    ['the text of a key', 'my-key', /expected a key, got text/],
    ['an object of another form', { key: 'x' }, /hash must be the SHA-256 digest .*, got nothing/],
    ['a key without label', without('label'), /label must be text, got nothing/],
    [
      'a key without expiry',
      without('expiresAt'),
      /expiresAt must be an ISO 8601 timestamp or null/,
    ],
    [
      'a key whose models are text',
      { ...whole, allowedModels: 'a/b' },
      /a list of model ids or null/,
    ],
  ] as const) {
    it(`says how to make a key when it gets ${what}`, () => {
      assert.throws(() => createMemoryKeyStore([stored(key)]), {
        name: 'TypeError',
        message: says,
      });
      assert.throws(() => createMemoryKeyStore().put(stored(key)), /createApiKey\('the text/);
    });
  }
});
