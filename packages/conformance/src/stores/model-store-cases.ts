import assert from 'node:assert/strict';
import type { CatalogEntry, ModelStore } from '@model-gateway/core';
import type { ConformanceCase } from '../conformance-case.ts';
import { sampleEntry } from './sample-entries.ts';

/** A model store, and how its owner changes it, which is not part of the port. */
export interface ModelStoreSubject {
  readonly store: ModelStore;
  /** Replaces the catalog. */
  replace(entries: readonly CatalogEntry[]): Promise<void>;
}

/** The behaviour required of every `ModelStore`. */
export const MODEL_STORE_CASES: readonly ConformanceCase<ModelStoreSubject>[] = [
  {
    name: 'an empty catalog is a snapshot without entries',
    async run({ store, replace }) {
      await replace([]);
      assert.deepEqual((await store.snapshot()).entries, []);
    },
  },
  {
    name: 'entries keep the order of the catalog',
    spec: 'contract §3.8',
    async run({ store, replace }) {
      const ids = ['b/2', 'a/1', 'c/10', 'c/9', 'B/2'];
      await replace(ids.map((id) => sampleEntry(id)));
      assert.deepEqual(
        (await store.snapshot()).entries.map(({ model }) => model.id),
        ids,
      );
    },
  },
  {
    name: 'the order holds for 2,000 entries',
    spec: 'contract §3.8',
    async run({ store, replace }) {
      const ids = Array.from({ length: 2000 }, (_, i) => `author/model-${(i * 7919) % 2000}`);
      await replace(ids.map((id) => sampleEntry(id)));
      assert.deepEqual(
        (await store.snapshot()).entries.map(({ model }) => model.id),
        ids,
      );
    },
  },
  {
    name: 'text in any script is returned unchanged',
    async run({ store, replace }) {
      const name = 'Grüße 模型 🐼 \u202eright-to-left "quoted" \\ \u0001 end';
      await replace([sampleEntry('a/1', { name })]);
      assert.equal((await store.snapshot()).entries[0]?.model.name, name);
    },
  },
  {
    name: 'null stays null and absent stays absent',
    spec: 'contract §8.1',
    async run({ store, replace }) {
      const entry = sampleEntry('a/1', { knowledge_cutoff: null });
      await replace([entry]);
      const model = (await store.snapshot()).entries[0]?.model;
      assert.equal(model?.knowledge_cutoff, null);
      assert.equal(Object.hasOwn(model ?? {}, 'expiration_date'), false);
      assert.deepEqual(model, entry.model);
    },
  },
  {
    name: 'an unknown signal stays unknown',
    spec: 'contract §3.2',
    async run({ store, replace }) {
      const signals = { distillable: false, weekly_tokens: 0 };
      await replace([{ ...sampleEntry('a/1'), signals }]);
      assert.deepEqual((await store.snapshot()).entries[0]?.signals, signals);
    },
  },
  {
    name: 'the revision of a snapshot equals the announced revision',
    spec: 'contract §3.10',
    async run({ store, replace }) {
      await replace([sampleEntry('a/1')]);
      assert.equal((await store.snapshot()).revision, await store.revision());
    },
  },
  {
    name: 'the revision stays the same while nothing changes',
    spec: 'contract §3.10',
    async run({ store, replace }) {
      await replace([sampleEntry('a/1')]);
      const before = await store.revision();
      await store.snapshot();
      assert.equal(await store.revision(), before);
    },
  },
  {
    name: 'different content has a different revision',
    spec: 'contract §3.10',
    async run({ store, replace }) {
      await replace([sampleEntry('a/1')]);
      const before = await store.revision();
      await replace([sampleEntry('a/1', { name: 'renamed' })]);
      assert.notEqual(await store.revision(), before);
    },
  },
  {
    name: 'a snapshot does not change once taken',
    async run({ store, replace }) {
      await replace([sampleEntry('a/1')]);
      const { entries } = await store.snapshot();
      await replace([sampleEntry('b/1'), sampleEntry('b/2')]);
      assert.deepEqual(
        entries.map(({ model }) => model.id),
        ['a/1'],
      );
    },
  },
  {
    name: 'changing the array after it was stored does not change the store',
    async run({ store, replace }) {
      const entries = [sampleEntry('a/1')];
      await replace(entries);
      entries.push(sampleEntry('a/2'));
      assert.equal((await store.snapshot()).entries.length, 1);
    },
  },
];
