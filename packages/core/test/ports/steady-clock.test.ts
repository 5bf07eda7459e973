import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { createSteadyClock } from '@model-gateway/core/kit';

describe('a steady clock', () => {
  it('stands still where the clock is set back, and goes on from there', () => {
    let now = 5000;
    const steady = createSteadyClock({ now: () => now, after: () => () => {} });
    const read = [4000, 4500, 1000, 1200, 200, 200, 9000].map((time) => {
      now = time;
      return steady.now();
    });
    assert.deepEqual(read, [4000, 4500, 4500, 4700, 4700, 4700, 13_500]);
  });

  it('waits as the clock does', () => {
    const manual = createManualClock(0);
    const steady = createSteadyClock(manual);
    const rung: string[] = [];
    steady.after(100, () => rung.push('a'));
    steady.after(100, () => rung.push('b'))();
    manual.advance(100);
    assert.deepEqual(rung, ['a']);
  });
});
