import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryGenerationStore, type Generation } from '@model-gateway/core';

const generation: Generation = {
  id: 'gen-1',
  createdAt: 0,
  operation: 'createImage',
  accountId: 'user_1',
  keyHash: 'a'.repeat(64),
  userId: 'user_1',
  workspaceId: 'workspace',
  sessionId: null,
  model: 'acme/brush',
  provider: null,
  isStream: false,
  isCancelled: false,
  finishReason: null,
  ms: 1,
  firstOutputMs: null,
  promptTokens: null,
  completionTokens: null,
  reasoningTokens: null,
  cachedTokens: null,
  costUsd: '0',
};

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
