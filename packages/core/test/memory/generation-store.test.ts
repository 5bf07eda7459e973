import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryGenerationStore } from '@model-gateway/core';
import { aGeneration } from '../builders.ts';

const generation = aGeneration({ accountId: 'user_1' });

describe('a generation store in memory', () => {
  it('keeps the newest, and begins with what another one had', async () => {
    const store = createMemoryGenerationStore({ maxEntries: 2 });
    for (const id of ['a', 'b', 'b', 'c', 'd', 'e']) await store.add({ ...generation, id });
    assert.equal(await store.find('user_1', 'c'), undefined);
    assert.deepEqual(
      store.contents().map(({ id }) => id),
      ['d', 'e'],
    );
    const next = createMemoryGenerationStore({ generations: store.contents() });
    assert.equal((await next.find('user_1', 'e'))?.id, 'e');
  });

  it('keeps and returns copies, down to the lines of a charge', async () => {
    const store = createMemoryGenerationStore();
    const provider = { slug: 'a', name: 'A' };
    const items = [{ item: 'prompt', count: '1', price: '1', usd: '1' }];
    const given = { ...generation, provider, items };
    await store.add(given);
    const kept = structuredClone(given);
    const change = (one: typeof given) => {
      one.provider.name = 'B';
      one.items[0]!.usd = '2';
    };
    change(given);
    // Of the same shape.
    change((await store.find('user_1', generation.id)) as typeof given);
    change(store.contents()[0] as typeof given);
    assert.deepEqual(await store.find('user_1', generation.id), kept);
  });

  it('returns copies in sums, too', async () => {
    const store = createMemoryGenerationStore();
    const provider = { slug: 'a', name: 'A' };
    for (const id of ['a', 'b']) await store.add({ ...generation, id, provider });
    const days = { firstDay: '1970-01-01', lastDay: '9999-12-31' };
    const sums = await store.activity({ accountId: 'user_1', ...days });
    assert.equal(sums.length, 1);
    for (const sum of sums) Object.assign(sum.provider, { name: 'B' });
    for (const { provider: kept } of store.contents()) assert.deepEqual(kept, provider);
  });
});
