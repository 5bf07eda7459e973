import assert from 'node:assert/strict';
import {
  createApiKey,
  type ApiKey,
  type ApiKeyOverrides,
  type Guardrail,
  type GuardrailAssignment,
  type GuardrailStore,
} from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { ANY_TEXT, PROPERTY_NAMES, sampleAssignment, sampleUuid } from './sample-records.ts';

/** A store of guardrails, and how its owner changes it, which is not part of the port. */
export interface GuardrailStoreSubject {
  readonly store: GuardrailStore;
  /** Adds a guardrail. */
  put(guardrail: Guardrail): Promise<void>;
  /** Assigns a guardrail to a member, whether or not there is one with this id. */
  assign(assignment: GuardrailAssignment): Promise<void>;
  /** Assigns a guardrail to a key of its account; the key may have to be added first. */
  assignToKey(guardrailId: string, key: ApiKey): Promise<void>;
  /** Ends every assignment of a guardrail. */
  unassign(guardrailId: string): Promise<void>;
}

const MEMBER = { organizationId: 'org_1', userId: 'user_1' };

function aGuardrail(number: number, changes: Partial<Guardrail> = {}): Guardrail {
  return {
    id: sampleUuid(number),
    accountId: MEMBER.organizationId,
    name: `guardrail ${number}`,
    allowedModels: null,
    allowedProviders: null,
    zdr: false,
    usd: null,
    reset: null,
    ...changes,
  };
}

function aKey(text = 'one', changes: ApiKeyOverrides = {}): ApiKey {
  return createApiKey(text, {
    ...MEMBER,
    workspaceId: '0b5a3c1e-6f7d-4a53-9a55-0d8a4f1f7a01',
    ...changes,
  });
}

/** Assigns guardrail `number` to a member. */
function ofMember(number: number, changes: Partial<GuardrailAssignment> = {}) {
  const ids = { guardrail_id: sampleUuid(number), user_id: MEMBER.userId };
  return sampleAssignment(number, { ...ids, organization_id: MEMBER.organizationId, ...changes });
}

async function namesFor({ store }: GuardrailStoreSubject, key: ApiKey) {
  return (await store.of(key)).map(({ scope, name }) => `${scope} ${name}`).toSorted();
}

/** What every `GuardrailStore` must do. */
export const GUARDRAIL_STORE_CASES: readonly ConformanceCase<GuardrailStoreSubject>[] = [
  {
    name: 'a guardrail is returned as it was stored, for a member and for a key',
    spec: 'contract §6.3',
    async run(subject) {
      const all = aGuardrail(1, {
        name: ANY_TEXT,
        allowedModels: ['acme/quill', 'acme/quill:free'],
        allowedProviders: ['Acme'],
        zdr: true,
        usd: '20.000000000001',
        reset: 'weekly',
      });
      const none = aGuardrail(2);
      await subject.put(all);
      await subject.put(none);
      assert.deepEqual(await subject.store.of(aKey()), []);
      await subject.assign(ofMember(1));
      await subject.assignToKey(none.id, aKey());
      assert.deepEqual(
        (await subject.store.of(aKey())).map((one) => ({ ...one })),
        [
          { ...all, scope: 'member' },
          { ...none, scope: 'key' },
        ],
      );
    },
  },
  {
    name: 'all guardrails of a member and of a key hold, one that is assigned twice once',
    spec: 'contract §6.3',
    async run(subject) {
      for (const number of [1, 2, 3]) await subject.put(aGuardrail(number));
      await subject.assign(ofMember(1));
      await subject.assign(ofMember(2));
      await subject.assign(ofMember(2, { id: sampleUuid(9) }));
      for (const number of [1, 3]) await subject.assignToKey(sampleUuid(number), aKey());
      const expected = ['key guardrail 1', 'key guardrail 3'];
      assert.deepEqual(await namesFor(subject, aKey()), [
        ...expected,
        'member guardrail 1',
        'member guardrail 2',
      ]);
      assert.deepEqual(await namesFor(subject, aKey('another', { userId: 'user_2' })), []);
    },
  },
  {
    name: 'a member’s holds for all keys of the user in its organization, and for no others',
    spec: 'contract §6.3',
    async run(subject) {
      await subject.put(aGuardrail(1));
      await subject.assign(ofMember(1));
      for (const text of ['one', 'two']) {
        assert.deepEqual(await namesFor(subject, aKey(text)), ['member guardrail 1']);
      }
      for (const others of [
        { userId: 'user_2' },
        { userId: 'USER_1' },
        { organizationId: 'org_2' },
        { organizationId: null },
        // The two ids in one another's place.
        { organizationId: 'user_1', userId: 'org_1' },
      ]) {
        assert.deepEqual(
          await namesFor(subject, aKey('other', others)),
          [],
          JSON.stringify(others),
        );
      }
    },
  },
  {
    name: 'a key’s holds for this key alone, in an organization and without one',
    spec: 'contract §6.3',
    async run(subject) {
      const lonely = aKey('lonely', { organizationId: null });
      await subject.put(aGuardrail(1));
      await subject.put(aGuardrail(2, { accountId: lonely.userId }));
      await subject.assignToKey(sampleUuid(1), aKey());
      await subject.assignToKey(sampleUuid(2), lonely);
      assert.deepEqual(await namesFor(subject, aKey()), ['key guardrail 1']);
      assert.deepEqual(await namesFor(subject, lonely), ['key guardrail 2']);
      assert.deepEqual(await namesFor(subject, aKey('two')), []);
    },
  },
  {
    name: 'one that is there no more, or is of another account, is an error and not left out',
    spec: 'contract §6.3',
    async run(subject) {
      await subject.put(aGuardrail(1));
      await subject.assign(ofMember(1));
      await subject.assign(ofMember(2));
      await assert.rejects(async () => subject.store.of(aKey()), /guardrail .*0002 is assigned/);
      await subject.put(aGuardrail(2, { accountId: 'org_2' }));
      await assert.rejects(async () => subject.store.of(aKey()), /no such guardrail/);
      await subject.unassign(sampleUuid(2));
      assert.deepEqual(await namesFor(subject, aKey()), ['member guardrail 1']);
    },
  },
  {
    name: 'a change is known to the next request',
    spec: 'contract §6.3',
    async run(subject) {
      await subject.put(aGuardrail(1));
      assert.deepEqual(await namesFor(subject, aKey()), []);
      await subject.assign(ofMember(1));
      assert.deepEqual(await namesFor(subject, aKey()), ['member guardrail 1']);
      await subject.assignToKey(sampleUuid(1), aKey());
      assert.deepEqual(await namesFor(subject, aKey()), ['key guardrail 1', 'member guardrail 1']);
      await subject.unassign(sampleUuid(1));
      assert.deepEqual(await namesFor(subject, aKey()), []);
    },
  },
  {
    name: 'members do not mix, whatever they are named',
    spec: 'contract §6.3',
    async run(subject) {
      const names = [...PROPERTY_NAMES, ANY_TEXT, '%', 'org_1/user_1'];
      for (const [number, name] of names.entries()) {
        await subject.put(aGuardrail(number, { accountId: name }));
        await subject.assign(ofMember(number, { organization_id: name, user_id: name }));
      }
      for (const [number, name] of names.entries()) {
        const key = aKey('x', { organizationId: name, userId: name });
        assert.deepEqual(await namesFor(subject, key), [`member guardrail ${number}`]);
      }
      for (const name of ['', '\0', '\ud800', 'nobody']) {
        const key = aKey('x', { organizationId: name, userId: name });
        assert.deepEqual(await namesFor(subject, key), []);
      }
    },
  },
  {
    name: 'what is not a guardrail is refused',
    spec: 'contract §6.3',
    async run({ put }) {
      for (const wrong of [
        { id: '' },
        { name: '' },
        { accountId: '' },
        { allowedModels: [] },
        { allowedModels: 'acme/quill' },
        { allowedProviders: [''] },
        { zdr: 'false' },
        { usd: '-1' },
        { usd: 5 },
        { reset: 'daily' },
        { usd: '5', reset: 'hourly' },
        { allowedModel: ['acme/quill'] },
      ]) {
        // What a program in plain JavaScript may pass.
        const guardrail = { ...aGuardrail(1), ...wrong } as unknown as Guardrail;
        await assert.rejects(async () => put(guardrail), TypeError, JSON.stringify(wrong));
      }
    },
  },
];
