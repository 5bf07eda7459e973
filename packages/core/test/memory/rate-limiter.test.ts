import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createApiKey,
  createGateway,
  createMemoryKeyStore,
  createMemoryModelStore,
  createMemoryRateLimiter,
  type Clock,
} from '@model-gateway/core';
import { aKeyedPost } from '../builders.ts';

describe('a rate limiter in memory', () => {
  it('has counted by the next turn, so that no timer is set for its answer', async () => {
    let timers = 0;
    const clock: Clock = {
      now: () => 1_750_000_000_000,
      after: () => {
        timers++;
        return () => {};
      },
    };
    const limiter = createMemoryRateLimiter({ limit: 1, windowSeconds: 60, clock });
    const keys = createMemoryKeyStore([createApiKey('key')]);
    const stores = { models: createMemoryModelStore([]), keys };
    const gateway = createGateway({ stores, clock, inference: { limiter } });
    await gateway.ready();
    timers = 0;
    const asked = () =>
      gateway.handle(aKeyedPost('/images', 'key', { model: 'acme/none', prompt: 'a fox' }));
    assert.equal((await asked())?.headers['ratelimit-remaining'], '0');
    assert.equal((await asked())?.status, 429);
    assert.equal(timers, 0);
  });
});
