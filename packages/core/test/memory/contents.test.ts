import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createManualClock,
  createMemoryCreditLedger,
  createMemoryDestinationStore,
  createMemoryRateLimiter,
} from '@model-gateway/core';
import { aDestination, owned } from '../admin-builders.ts';

/* What a memory store holds can be kept and given to another one: snapshots, restores and forks. */

describe('the contents of a destination store', () => {
  it('stay as they were taken, and go their own way in each store', async () => {
    const { id } = aDestination();
    const first = createMemoryDestinationStore([owned(aDestination({ name: 'before' }))]);
    const contents = first.contents();
    const current = await first.get(id);
    await first.replace(aDestination({ name: 'after' }), current?.version ?? '');

    const second = createMemoryDestinationStore(contents);
    assert.equal((await second.get(id))?.item.destination.name, 'before');
    second.remove(id);
    assert.equal((await first.get(id))?.item.destination.name, 'after');
    assert.equal((await createMemoryDestinationStore(contents).get(id))?.version, current?.version);
  });
});

describe('the balances of a ledger', () => {
  it('count what is reserved as still there', async () => {
    const first = createMemoryCreditLedger({ mine: '5', yours: '1' });
    const reservation = await first.reserve('mine', '2');
    assert.equal(first.balanceOf('mine'), '3');
    assert.deepEqual(first.balances(), { mine: '5', yours: '1' });

    const second = createMemoryCreditLedger(first.balances());
    assert.ok(reservation);
    await second.settle(reservation, '2');
    assert.equal(second.balanceOf('mine'), '5', 'a reservation of another ledger changes nothing');
  });
});

describe('the windows of a rate limiter', () => {
  it('begin anew when the clock steps back by a day', async () => {
    const clock = createManualClock(86_400_000);
    const limiter = createMemoryRateLimiter({ limit: 1, windowSeconds: 60, clock });
    await limiter.take('key');
    clock.advance(-86_400_000);
    const { allowed, resetSeconds } = await limiter.take('key');
    assert.deepEqual([allowed, resetSeconds], [true, 60]);
  });

  it('are counted on by the limiter that gets them', async () => {
    const clock = createManualClock(0);
    const options = { limit: 2, windowSeconds: 60, clock };
    const first = createMemoryRateLimiter(options);
    await first.take('key');
    const windows = first.windows();
    await first.take('key');
    assert.equal((await first.take('key')).allowed, false);

    clock.advance(10_000);
    const second = createMemoryRateLimiter({ ...options, windows });
    assert.deepEqual(await second.take('key'), {
      allowed: true,
      limit: 2,
      remaining: 0,
      resetSeconds: 50,
    });
    assert.equal((await second.take('key')).allowed, false);
  });
});
