import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { openStores } from '@model-gateway/sql';
import { describeOnEach } from './support/databases.ts';

const NOW = Date.UTC(2026, 0, 10);
const DAY_MS = 24 * 60 * 60 * 1000;

describeOnEach('windows of a clock that was a day ahead', (newDatabase) => {
  it('are over for clocks that are right, and those of clocks a second ahead are not', async () => {
    const location = await newDatabase();
    const rateLimit = { limit: 1, windowSeconds: 60 };
    const at = (start: number) =>
      openStores(location, { clock: createManualClock(start), rateLimit });
    const [right, second, day] = [await at(NOW), await at(NOW + 1000), await at(NOW + DAY_MS)];
    const takes = async ({ meter, limiter }: typeof right) => [
      (await meter.take('tokens', 1, 1)).isTaken,
      (await limiter!.take('key')).allowed,
    ];
    assert.deepEqual(await takes(day), [true, true]);
    assert.deepEqual(await takes(second), [true, true]);
    assert.deepEqual(await takes(right), [false, false]);
    const { limit, remaining, resetSeconds } = await right.limiter!.take('key');
    assert.deepEqual([limit, remaining, resetSeconds], [1, 0, 61]);
    for (const stores of [right, second, day]) await stores.close();
  });
});
