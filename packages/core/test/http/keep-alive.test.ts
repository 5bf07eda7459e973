import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Clock } from '@model-gateway/core';
import { withKeepAlive } from '@model-gateway/core/kit';
import { aClock } from '../builders.ts';
import { settled } from '../images/image-builders.ts';

/** Items that come on command, with a sign of life after 15 s. */
function aStream() {
  const manual = aClock();
  const waiting: ((result: IteratorResult<string, undefined>) => void)[] = [];
  let timers = 0;
  let isLeft = false;
  const clock: Clock = {
    now: () => manual.now(),
    after(milliseconds, callback) {
      timers++;
      return manual.after(milliseconds, callback);
    },
  };
  const source: AsyncIterator<string, undefined> = {
    next: () => new Promise((resolve) => waiting.push(resolve)),
    async return() {
      isLeft = true;
      return { done: true, value: undefined };
    },
  };
  return {
    items: withKeepAlive(source, clock, 15_000, 'alive'),
    clock: manual,
    come: (value: string) => waiting.shift()?.({ done: false, value }),
    end: () => waiting.shift()?.({ done: true, value: undefined }),
    timers: () => timers,
    isLeft: () => isLeft,
  };
}

describe('withKeepAlive (contract §4.5)', () => {
  it('gives a sign for every 15 s of silence, and loses no item by it', async () => {
    const { items, clock, come } = aStream();
    for (let sign = 0; sign < 2; sign++) {
      const next = items.next();
      clock.advance(15_000);
      assert.equal((await next).value, 'alive');
    }
    const late = items.next();
    clock.advance(14_999);
    come('late');
    assert.equal((await late).value, 'late');
  });

  it('keeps an item for the next call that comes while nobody reads', async () => {
    const { items, clock, come } = aStream();
    const first = items.next();
    clock.advance(15_000);
    assert.equal((await first).value, 'alive');
    come('early');
    await settled();
    assert.equal((await items.next()).value, 'early');
  });

  it('measures from the call: a slow reader gets no sign', async () => {
    const { items, clock, come } = aStream();
    const first = items.next();
    come('one');
    await first;
    clock.advance(60_000);
    const second = items.next();
    clock.advance(14_999);
    come('two');
    assert.equal((await second).value, 'two');
  });

  it('takes one timer for a thousand items, and leaves none', async () => {
    const { items, clock, come, end, timers } = aStream();
    for (let item = 0; item < 1000; item++) {
      const next = items.next();
      come('x');
      await next;
    }
    assert.equal(timers(), 1);
    const last = items.next();
    end();
    assert.equal((await last).done, true);
    assert.equal(clock.waiting, 0);
  });

  it('ends with its reader', async () => {
    const { items, clock, isLeft } = aStream();
    void items.next();
    await items.return?.();
    assert.equal(isLeft(), true);
    assert.equal(clock.waiting, 0);
  });
});
