import assert from 'node:assert/strict';
import type { ActivityQuery, Generation, GenerationStore } from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { PROPERTY_NAMES } from './sample-records.ts';

/** A generation store; all that it needs is in its port. */
export interface GenerationStoreSubject {
  readonly store: GenerationStore;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const NOON = Date.UTC(2026, 0, 10, 12);
const WORKSPACE = '00000000-0000-4000-8000-000000000001';
const OTHER_WORKSPACE = '00000000-0000-4000-8000-000000000002';

function sampleGeneration(given: Partial<Generation> = {}): Generation {
  return {
    id: 'gen-1',
    createdAt: NOON,
    operation: 'createChatCompletion',
    accountId: 'org_1',
    keyHash: 'a'.repeat(64),
    userId: 'user_1',
    workspaceId: WORKSPACE,
    sessionId: 'a session',
    model: 'acme/quill',
    provider: { slug: 'acme', name: 'Acme, Inc.' },
    isStream: true,
    isCancelled: false,
    finishReason: 'stop',
    ms: 1234,
    firstOutputMs: 56,
    promptTokens: 10,
    completionTokens: 20,
    reasoningTokens: 5,
    cachedTokens: 3,
    costUsd: '0.1',
    ...given,
  };
}

/** Adds generations with ids of their own. */
async function addAll(store: GenerationStore, all: readonly Partial<Generation>[]): Promise<void> {
  for (const [number, given] of all.entries()) {
    await store.add(sampleGeneration({ id: `gen-${number}`, ...given }));
  }
}

function activity(store: GenerationStore, query: Partial<ActivityQuery> = {}) {
  const days = { firstDay: '2026-01-01', lastDay: '2026-01-31' };
  return store.activity({ accountId: 'org_1', ...days, ...query });
}

/** The behaviour required of every `GenerationStore`. */
export const GENERATION_STORE_CASES: readonly ConformanceCase<GenerationStoreSubject>[] = [
  {
    name: 'a generation is found as it was added, with and without what may be missing',
    spec: 'contract §15.1',
    async run({ store }) {
      const full = sampleGeneration({
        items: [
          { item: 'prompt', count: '10', price: '0.011', usd: '0.11' },
          { item: 'above_reserved', count: null, price: null, usd: '-0.01' },
        ],
      });
      const bare = sampleGeneration({
        id: 'gen-2',
        sessionId: null,
        provider: null,
        isStream: false,
        isCancelled: true,
        finishReason: null,
        firstOutputMs: null,
        promptTokens: null,
        completionTokens: null,
        reasoningTokens: null,
        cachedTokens: null,
        costUsd: '0',
      });
      await store.add(full);
      await store.add(bare);
      assert.deepEqual(await store.find('org_1', 'gen-1'), full);
      assert.deepEqual(await store.find('org_1', 'gen-2'), bare);
    },
  },
  {
    name: 'unknown generations and those of other accounts are not found',
    spec: 'contract §15.1',
    async run({ store }) {
      await store.add(sampleGeneration());
      for (const id of ['gen-2', 'GEN-1', '', '%', 'gen-1\0', '\ud800', ...PROPERTY_NAMES]) {
        assert.equal(await store.find('org_1', id), undefined, id);
      }
      for (const account of ['org_2', 'user_1', '', ...PROPERTY_NAMES]) {
        assert.equal(await store.find(account, 'gen-1'), undefined, account);
      }
    },
  },
  {
    name: 'an id counts once: the first generation stays, and so do the sums',
    spec: 'contract §15.1',
    async run({ store }) {
      await store.add(sampleGeneration());
      await store.add(sampleGeneration({ costUsd: '5', model: 'acme/other' }));
      assert.deepEqual(await store.find('org_1', 'gen-1'), sampleGeneration());
      const sums = await activity(store);
      assert.deepEqual(
        sums.map(({ model, costUsd, requests }) => [model, costUsd, requests]),
        [['acme/quill', '0.1', 1]],
      );
    },
  },
  {
    name: 'sums are exact to the last digit, and count tokens that are not known as none',
    spec: 'contract §15.1',
    async run({ store }) {
      await addAll(store, [
        { costUsd: '0.1' },
        { costUsd: '0.2', promptTokens: null, completionTokens: null, reasoningTokens: null },
        { costUsd: '0.000000000000000001' },
        { costUsd: '123456789012345678' },
      ]);
      assert.deepEqual(await activity(store), [
        {
          day: '2026-01-10',
          model: 'acme/quill',
          provider: { slug: 'acme', name: 'Acme, Inc.' },
          workspaceId: WORKSPACE,
          requests: 4,
          costUsd: '123456789012345678.300000000000000001',
          promptTokens: 30,
          completionTokens: 60,
          reasoningTokens: 15,
        },
      ]);
    },
  },
  {
    name: 'days end at midnight UTC, and both ends of a query are included',
    spec: 'contract §15.1',
    async run({ store }) {
      const midnight = Date.UTC(2026, 0, 10);
      await addAll(store, [
        { createdAt: midnight - 1 },
        { createdAt: midnight },
        { createdAt: midnight + DAY_MS - 1 },
        { createdAt: midnight + DAY_MS },
      ]);
      const days = async (firstDay: string, lastDay: string) =>
        (await activity(store, { firstDay, lastDay })).map((sum) => [sum.day, sum.requests]);
      assert.deepEqual(await days('2026-01-10', '2026-01-10'), [['2026-01-10', 2]]);
      assert.deepEqual(await days('2026-01-09', '2026-01-11'), [
        ['2026-01-11', 1],
        ['2026-01-10', 2],
        ['2026-01-09', 1],
      ]);
      assert.deepEqual(await days('2026-01-12', '2026-01-09'), []);
    },
  },
  {
    name: 'sums are apart by model, provider and workspace, in that order, of any key',
    spec: 'contract §15.1',
    async run({ store }) {
      const beta = { slug: 'beta', name: 'Beta' };
      await addAll(store, [
        { model: 'b/model', provider: beta },
        { workspaceId: OTHER_WORKSPACE },
        { model: 'b/model', keyHash: 'b'.repeat(64), userId: 'user_2' },
        { keyHash: 'c'.repeat(64) },
        { model: 'b/model' },
      ]);
      assert.deepEqual(
        (await activity(store)).map(({ model, provider, workspaceId, requests }) => [
          model,
          provider.slug,
          workspaceId,
          requests,
        ]),
        [
          ['acme/quill', 'acme', WORKSPACE, 1],
          ['acme/quill', 'acme', OTHER_WORKSPACE, 1],
          ['b/model', 'acme', WORKSPACE, 2],
          ['b/model', 'beta', WORKSPACE, 1],
        ],
      );
    },
  },
  {
    name: 'a query is for one account, and narrows by key, user and workspace',
    spec: 'contract §15.1',
    async run({ store }) {
      const keyHash = 'b'.repeat(64);
      await addAll(store, [
        {},
        { keyHash, costUsd: '1' },
        { keyHash, userId: 'user_2', costUsd: '2' },
        { workspaceId: OTHER_WORKSPACE, costUsd: '4' },
        { accountId: 'org_2', keyHash, costUsd: '8' },
      ]);
      const costs = async (query: Partial<ActivityQuery>) =>
        (await activity(store, query)).map(({ costUsd }) => costUsd);
      assert.deepEqual(await costs({ keyHash }), ['3']);
      assert.deepEqual(await costs({ userId: 'user_2' }), ['2']);
      assert.deepEqual(await costs({ workspaceId: OTHER_WORKSPACE }), ['4']);
      assert.deepEqual(await costs({ keyHash, userId: 'user_1' }), ['1']);
      assert.deepEqual(await costs({ accountId: 'org_2' }), ['8']);
      assert.deepEqual(await costs({ accountId: 'org_3' }), []);
    },
  },
  {
    name: 'what nobody served is in no sum',
    spec: 'contract §15.1',
    async run({ store }) {
      await store.add(sampleGeneration({ provider: null, costUsd: '0' }));
      assert.deepEqual(await activity(store), []);
    },
  },
  {
    name: 'changing a value that was added or returned does not change the store',
    async run({ store }) {
      const added = sampleGeneration();
      await store.add(added);
      Reflect.set(added, 'costUsd', '9');
      Reflect.set((await store.find('org_1', 'gen-1')) ?? {}, 'costUsd', '9');
      assert.deepEqual(await store.find('org_1', 'gen-1'), sampleGeneration());
    },
  },
];
