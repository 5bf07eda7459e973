import assert from 'node:assert/strict';
import {
  createApiKey,
  hashKey,
  type ApiKey,
  type ApiKeyOverrides,
  type KeyStore,
} from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';

/** A key store, and how its owner changes it, which is not part of the port. */
export interface KeyStoreSubject {
  readonly store: KeyStore;
  /** Adds a key, or replaces the one with the same digest. */
  put(key: ApiKey): Promise<void>;
}

function sampleKey(text: string, changes: ApiKeyOverrides = {}): ApiKey {
  return createApiKey(text, {
    label: text,
    organizationId: 'org_1',
    workspaceId: '0b5a3c1e-6f7d-4a53-9a55-0d8a4f1f7a01',
    ...changes,
  });
}

/** The behaviour required of every `KeyStore`. */
export const KEY_STORE_CASES: readonly ConformanceCase<KeyStoreSubject>[] = [
  {
    name: 'a key is found by its digest, every member as it was stored',
    spec: 'contract §2.3',
    async run({ store, put }) {
      const key = sampleKey('one', {
        label: 'Schlüssel 🗝',
        kind: 'management',
        allowedModels: ['a/1', 'b/2'],
        creditAccountId: 'account-1',
        limits: { usd: '20.000001', reset: 'weekly', requestsPerMinute: 60, tokensPerMinute: 9e6 },
        expiresAt: '2027-01-01T00:00:00.000Z',
      });
      await put(key);
      assert.deepEqual({ ...(await store.findByHash(key.hash)) }, key);
    },
  },
  {
    name: 'an unknown digest finds nothing',
    spec: 'contract §2.2',
    async run({ store, put }) {
      await put(sampleKey('one'));
      assert.equal(await knows(store, hashKey('two')), false);
    },
  },
  {
    name: 'a digest is matched whole and case-sensitively',
    spec: 'contract §2.1',
    async run({ store, put }) {
      const { hash } = sampleKey('one');
      await put(sampleKey('one'));
      for (const wrong of [
        hash.toUpperCase(),
        hash.slice(0, 63),
        `${hash}0`,
        `${hash} `,
        '',
        '%',
      ]) {
        assert.equal(await knows(store, wrong), false, JSON.stringify(wrong));
      }
    },
  },
  {
    name: 'a digest that looks like a property name finds nothing',
    async run({ store }) {
      for (const name of ['__proto__', 'constructor', 'toString']) {
        assert.equal(await knows(store, name), false, name);
      }
    },
  },
  {
    name: 'disabled, revoked and expired keys are found and left to the gateway',
    spec: 'contract §2.2',
    async run({ store, put }) {
      const keys = [
        sampleKey('disabled', { state: 'disabled' }),
        sampleKey('revoked', { state: 'revoked' }),
        sampleKey('expired', { expiresAt: '2000-01-01T00:00:00.000Z' }),
      ];
      for (const key of keys) await put(key);
      for (const key of keys) {
        assert.deepEqual({ ...(await store.findByHash(key.hash)) }, key, key.label);
      }
    },
  },
  {
    name: 'no models allowed differs from all models allowed',
    spec: 'contract §2.3',
    async run({ store, put }) {
      const none = sampleKey('none', { allowedModels: [] });
      const all = sampleKey('all', { allowedModels: null });
      await put(none);
      await put(all);
      assert.deepEqual((await store.findByHash(none.hash))?.allowedModels, []);
      assert.equal((await store.findByHash(all.hash))?.allowedModels, null);
    },
  },
  {
    name: 'a key keeps each limit that it has, and none is no limit',
    spec: 'contract §2.8',
    async run({ store, put }) {
      for (const limits of [
        {},
        { usd: '0' },
        { usd: '123456789012345678.123456789012345678', reset: 'daily' },
        { reset: 'monthly' },
        { requestsPerMinute: 1 },
        { tokensPerMinute: Number.MAX_SAFE_INTEGER },
      ] as const) {
        const key = sampleKey('one', { limits });
        await put(key);
        assert.deepEqual((await store.findByHash(key.hash))?.limits, key.limits);
      }
    },
  },
  {
    name: 'a key stored again replaces the earlier one',
    async run({ store, put }) {
      await put(sampleKey('one'));
      await put(sampleKey('one', { state: 'revoked', label: 'again' }));
      const found = await store.findByHash(hashKey('one'));
      assert.equal(found?.state, 'revoked');
      assert.equal(found?.label, 'again');
    },
  },
  {
    name: 'keys of different organizations do not mix',
    spec: 'contract §2.6',
    async run({ store, put }) {
      await put(sampleKey('one', { organizationId: 'org_1' }));
      await put(sampleKey('two', { organizationId: 'org_2' }));
      await put(sampleKey('three', { organizationId: null }));
      const organizations = await Promise.all(
        ['one', 'two', 'three'].map(
          async (text) => (await store.findByHash(hashKey(text)))?.organizationId,
        ),
      );
      assert.deepEqual(organizations, ['org_1', 'org_2', null]);
    },
  },
  {
    name: 'changing a returned value does not change the store',
    async run({ store, put }) {
      const key = sampleKey('one', { allowedModels: ['a/1'] });
      await put(key);
      const found = await store.findByHash(key.hash);
      // Changing a copy works and a frozen object throws; neither affects the store.
      Reflect.set(found ?? {}, 'state', 'revoked');
      Reflect.set(found?.allowedModels ?? [], 0, 'b/1');
      assert.deepEqual({ ...(await store.findByHash(key.hash)) }, key);
    },
  },
  {
    name: 'changing a value after it was stored does not change the store',
    async run({ store, put }) {
      const allowedModels = ['a/1'];
      await put(sampleKey('one', { allowedModels }));
      allowedModels.push('b/1');
      assert.deepEqual((await store.findByHash(hashKey('one')))?.allowedModels, ['a/1']);
    },
  },
];

/** Returns whether the store has the key: null and undefined both mean that it does not. */
async function knows(store: KeyStore, hash: string): Promise<boolean> {
  const key = await store.findByHash(hash);
  return key !== undefined && key !== null;
}
