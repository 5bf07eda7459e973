import assert from 'node:assert/strict';
import {
  createApiKey,
  hashKey,
  type KeyListQuery,
  type KeyRecord,
  type WritableKeyStore,
} from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { pagingCases } from './paging-cases.ts';
import {
  ANY_TEXT,
  numbersTo,
  PROPERTY_NAMES,
  sampleMoment,
  sampleUuid,
  shuffledTo,
} from './sample-records.ts';

/** A key store that clients may administer; all that it needs is in its port. */
export interface WritableKeyStoreSubject {
  readonly store: WritableKeyStore;
}

const ACCOUNT = 'org_1';
const [WORKSPACE, OTHER_WORKSPACE] = [sampleUuid(1), sampleUuid(2)];
const LATER = sampleMoment(5000);

/** Returns the key with that number, made at its moment; `changes` replace whole members. */
function sampleRecord(number: number, changes: Partial<KeyRecord> = {}): KeyRecord {
  return {
    ...createApiKey(`key ${number}`.replaceAll(' ', '-'), {
      label: `Key ${number}`,
      organizationId: ACCOUNT,
      workspaceId: WORKSPACE,
    }),
    mask: 'mg-v1-abc...xyz',
    createdAt: sampleMoment(number),
    updatedAt: null,
    ...changes,
  };
}

async function createAll(store: WritableKeyStore, records: readonly KeyRecord[]): Promise<void> {
  for (const record of records) await store.create(record);
}

async function labels(store: WritableKeyStore, query: Partial<KeyListQuery> = {}) {
  const { items } = await store.list({
    accountId: ACCOUNT,
    workspaceId: WORKSPACE,
    includeDisabled: false,
    offset: 0,
    limit: 100,
    ...query,
  });
  return items.map(({ label }) => label);
}

/** The behaviour required of every `WritableKeyStore`, besides that of a `KeyStore`. */
export const WRITABLE_KEY_STORE_CASES: readonly ConformanceCase<WritableKeyStoreSubject>[] = [
  {
    name: 'a key is returned as it was made, and is found at once without its record',
    spec: 'contract §19.1',
    async run({ store }) {
      const full = sampleRecord(1, {
        label: ANY_TEXT,
        kind: 'management',
        allowedModels: ['a/1', 'b/2'],
        creditAccountId: 'account-1',
        expiresAt: '2027-01-01T00:00:00.000Z',
        limits: {
          usd: '0.000000000000000001',
          reset: 'weekly',
          requestsPerMinute: 5,
          tokensPerMinute: 6,
        },
        updatedAt: LATER,
      });
      const bare = sampleRecord(2, { mask: null });
      await createAll(store, [full, bare]);
      for (const record of [full, bare]) {
        assert.deepEqual(await store.get(ACCOUNT, record.hash), record);
        const { mask: _mask, createdAt: _createdAt, updatedAt: _updatedAt, ...key } = record;
        assert.deepEqual({ ...(await store.findByHash(record.hash)) }, key);
      }
    },
  },
  {
    name: 'a hash that is there already is refused, and its key stays as it is',
    spec: 'contract §19.1',
    async run({ store }) {
      await store.create(sampleRecord(1));
      const again = sampleRecord(1, { label: 'again', organizationId: 'org_2' });
      await assert.rejects(async () => store.create(again));
      assert.deepEqual(await store.get(ACCOUNT, again.hash), sampleRecord(1));
      assert.equal(await store.get('org_2', again.hash), undefined);
    },
  },
  {
    name: 'unknown keys and those of other accounts are not there, for any method',
    spec: 'contract §2.6',
    async run({ store }) {
      const { hash } = sampleRecord(1);
      await store.create(sampleRecord(1));
      const strangers = ['org_2', 'user_1', 'ORG_1', '', '%', '\0', ...PROPERTY_NAMES];
      const pairs = [
        ...strangers.map((account) => [account, hash] as const),
        ...['', '%', '\0', hash.toUpperCase(), hashKey('other'), ...PROPERTY_NAMES].map(
          (name) => [ACCOUNT, name] as const,
        ),
      ];
      for (const [account, name] of pairs) {
        const what = JSON.stringify([account, name]);
        assert.equal(await store.get(account, name), undefined, what);
        const change = { updatedAt: LATER, label: 'taken' };
        assert.equal(await store.update(account, name, change), undefined, what);
        assert.equal(await store.delete(account, name), false, what);
      }
      assert.deepEqual(await store.get(ACCOUNT, hash), sampleRecord(1));
    },
  },
  {
    name: 'the account of a key without an organization is its user, and only then',
    spec: 'contract §2.6',
    async run({ store }) {
      const personal = sampleRecord(1, { organizationId: null, userId: 'user_7' });
      await createAll(store, [personal, sampleRecord(2, { userId: 'user_7' })]);
      assert.deepEqual(await labels(store, { accountId: 'user_7' }), ['Key 1']);
      assert.deepEqual(await labels(store), ['Key 2']);
      assert.deepEqual(await store.get('user_7', personal.hash), personal);
    },
  },
  {
    name: 'a list is of one workspace of one account, the newest key first and then by hash',
    spec: 'contract §19.1',
    async run({ store }) {
      const [first, second] = [8, 9]
        .map((number) => sampleRecord(number, { createdAt: sampleMoment(4) }))
        .toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
      await createAll(store, [
        ...[2, 3, 1].map((number) => sampleRecord(number)),
        ...[second, first].flatMap((record) => record ?? []),
        sampleRecord(5, { workspaceId: OTHER_WORKSPACE }),
        sampleRecord(6, { organizationId: 'org_2' }),
      ]);
      const same = [first?.label, second?.label];
      assert.deepEqual(await labels(store), [...same, 'Key 3', 'Key 2', 'Key 1']);
      assert.deepEqual(await labels(store, { workspaceId: OTHER_WORKSPACE }), ['Key 5']);
      assert.deepEqual(await labels(store, { accountId: 'org_3' }), []);
      assert.deepEqual(await labels(store, { workspaceId: '\0' }), []);
    },
  },
  {
    name: 'keys that are disabled or revoked are listed on demand, and do not count otherwise',
    spec: 'contract §19.1',
    async run({ store }) {
      await createAll(store, [
        sampleRecord(1),
        sampleRecord(2, { state: 'disabled' }),
        sampleRecord(3, { state: 'revoked' }),
        sampleRecord(4, { expiresAt: '2001-01-01T00:00:00.000Z' }),
      ]);
      assert.deepEqual(await labels(store), ['Key 4', 'Key 1']);
      const all = { includeDisabled: true };
      assert.deepEqual(await labels(store, all), ['Key 4', 'Key 3', 'Key 2', 'Key 1']);
      assert.deepEqual(await labels(store, { offset: 1, limit: 1 }), ['Key 1']);
    },
  },
  ...pagingCases<WritableKeyStoreSubject>({
    noun: 'key',
    spec: 'contract §19.1',
    async fill({ store }, count) {
      await createAll(
        store,
        shuffledTo(count).map((number) => sampleRecord(number)),
      );
      return numbersTo(count)
        .toReversed()
        .map((number) => sampleRecord(number).hash);
    },
    async page({ store }, query) {
      const of = { accountId: ACCOUNT, workspaceId: WORKSPACE, includeDisabled: false };
      const { items, totalCount } = await store.list({ ...of, ...query });
      return { items: items.map(({ hash }) => ({ id: hash })), totalCount };
    },
  }),
  {
    name: 'a change is in force at once, and leaves out stays',
    spec: 'contract §19.1',
    async run({ store }) {
      const limits = {
        usd: '20',
        reset: 'daily',
        requestsPerMinute: 5,
        tokensPerMinute: null,
      } as const;
      const record = sampleRecord(1, { limits, allowedModels: ['a/1'] });
      const { hash } = record;
      await store.create(record);
      assert.equal((await store.findByHash(hash))?.state, 'active');
      const disabled = await store.update(ACCOUNT, hash, { updatedAt: LATER, state: 'disabled' });
      assert.deepEqual(disabled, { ...record, state: 'disabled', updatedAt: LATER });
      assert.equal((await store.findByHash(hash))?.state, 'disabled');
      const change = { updatedAt: sampleMoment(6000), label: 'two', limits: { usd: null } };
      const changed = { ...record, ...change, limits: { ...limits, usd: null }, state: 'disabled' };
      assert.deepEqual(await store.update(ACCOUNT, hash, change), changed);
      assert.deepEqual(await store.get(ACCOUNT, hash), changed);
      await store.update(ACCOUNT, hash, { updatedAt: LATER, state: 'active' });
      assert.equal((await store.findByHash(hash))?.state, 'active');
    },
  },
  {
    name: 'a key that was revoked stays so',
    spec: 'contract §19.1',
    async run({ store }) {
      const record = sampleRecord(1, { state: 'revoked' });
      await store.create(record);
      for (const state of ['active', 'disabled'] as const) {
        const changed = await store.update(ACCOUNT, record.hash, { updatedAt: LATER, state });
        assert.equal(changed?.state, 'revoked');
      }
      assert.equal((await store.findByHash(record.hash))?.state, 'revoked');
    },
  },
  {
    name: 'a key that was deleted is gone at once, and once',
    spec: 'contract §19.1',
    async run({ store }) {
      const { hash } = sampleRecord(1);
      await createAll(store, [sampleRecord(1), sampleRecord(2)]);
      assert.notEqual((await store.findByHash(hash)) ?? undefined, undefined);
      assert.equal(await store.delete(ACCOUNT, hash), true);
      assert.equal(await store.delete(ACCOUNT, hash), false);
      assert.equal((await store.findByHash(hash)) ?? undefined, undefined);
      assert.deepEqual(await labels(store), ['Key 2']);
    },
  },
  {
    name: 'an account has the workspaces of its keys, and no other account has them',
    spec: 'contract §19.1',
    async run({ store }) {
      await createAll(store, [
        sampleRecord(1),
        sampleRecord(2, { organizationId: 'org_2', workspaceId: OTHER_WORKSPACE }),
      ]);
      for (const [account, workspace, isThere] of [
        [ACCOUNT, WORKSPACE, true],
        [ACCOUNT, OTHER_WORKSPACE, false],
        ['org_2', OTHER_WORKSPACE, true],
        ['org_2', WORKSPACE, false],
        ['user_1', WORKSPACE, false],
        [ACCOUNT, '\0', false],
      ] as const) {
        assert.equal(
          await store.hasWorkspace(account, workspace),
          isThere,
          `${account} ${workspace}`,
        );
      }
    },
  },
  {
    name: 'workspaces compare without case',
    spec: 'contract §1.4',
    async run({ store }) {
      const [upper, lower] = ['00000000-0000-4000-8000-00000000000A', OTHER_WORKSPACE];
      await createAll(store, [
        sampleRecord(1, { workspaceId: upper }),
        sampleRecord(2, { workspaceId: lower }),
      ]);
      for (const workspaceId of [upper, upper.toLowerCase()]) {
        assert.deepEqual(await labels(store, { workspaceId }), ['Key 1']);
        assert.equal(await store.hasWorkspace(ACCOUNT, workspaceId), true);
      }
      assert.deepEqual(await labels(store, { workspaceId: lower.toUpperCase() }), ['Key 2']);
    },
  },
  {
    name: 'changing a value that was given or returned does not change the store',
    async run({ store }) {
      const given = sampleRecord(1, { allowedModels: ['a/1'] });
      await store.create(given);
      Reflect.set(given, 'label', 'changed');
      Reflect.set(given.allowedModels ?? [], 0, 'b/1');
      const found = await store.get(ACCOUNT, given.hash);
      Reflect.set(found ?? {}, 'label', 'changed');
      Reflect.set(found?.limits ?? {}, 'usd', '1');
      const expected = sampleRecord(1, { allowedModels: ['a/1'] });
      assert.deepEqual(await store.get(ACCOUNT, given.hash), expected);
    },
  },
];
