import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryGenerationStore } from '@model-gateway/core';
import { aGeneration } from '../admin-builders.ts';

const generation = aGeneration('gen-1');

describe('a generation store in memory', () => {
  it('keeps the newest, and begins with what another one had', async () => {
    const store = createMemoryGenerationStore({ maxEntries: 2 });
    for (const id of ['a', 'b', 'c']) await store.add({ ...generation, id });
    assert.equal(await store.find('user_1', 'a'), undefined);
    assert.deepEqual(
      store.contents().map(({ id }) => id),
      ['b', 'c'],
    );
    const next = createMemoryGenerationStore({ generations: store.contents() });
    assert.equal((await next.find('user_1', 'c'))?.id, 'c');
  });
});
