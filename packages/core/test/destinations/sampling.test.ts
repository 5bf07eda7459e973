import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { isSampled } from '@model-gateway/core';
import { uuid } from '../admin-builders.ts';

/* Source: contract §8.8, §5.7. */

const TRACES = Array.from({ length: 20_000 }, (_, i) => `trace-${i}`);
const taken = (rate: number, destination = uuid(1)) =>
  TRACES.filter((trace) => isSampled(trace, destination, rate));

describe('isSampled', () => {
  for (const rate of [0.001, 0.01, 0.1, 0.25, 0.5, 0.9]) {
    it(`takes about ${rate} of many traces`, () => {
      const expected = rate * TRACES.length;
      // Five deviations: what chance alone does less than once in a million tries.
      const tolerance = 5 * Math.sqrt(expected * (1 - rate));
      const count = taken(rate).length;
      assert.ok(Math.abs(count - expected) < tolerance, `${count}, expected ${expected}`);
    });
  }

  it('takes everything at rate 1', () => {
    assert.equal(taken(1).length, TRACES.length);
  });

  it('takes what lies below the rate, and not what lies at it', () => {
    // The share of this trace: the first 32 bits of its digest.
    const digest = createHash('sha256')
      .update(`${uuid(1)}\ntrace-0`)
      .digest();
    const share = digest.readUInt32BE(0) / 2 ** 32;
    assert.equal(isSampled('trace-0', uuid(1), share), false);
    assert.equal(isSampled('trace-0', uuid(1), share + 2 ** -32), true);
  });

  it('says the same of a trace every time', () => {
    assert.deepEqual(taken(0.3), taken(0.3));
  });

  it('takes at a higher rate what it takes at a lower one', () => {
    const more = new Set(taken(0.4));
    assert.ok(taken(0.2).every((trace) => more.has(trace)));
  });

  it('takes other traces for another destination', () => {
    const both = new Set(taken(0.5, uuid(2)));
    const shared = taken(0.5).filter((trace) => both.has(trace)).length;
    assert.ok(Math.abs(shared - 0.25 * TRACES.length) < 5 * Math.sqrt(0.1875 * TRACES.length));
  });

  it('is the same everywhere and in every version', () => {
    const rates = ['a', 'b', 'ключ'].map((id) =>
      [0.0001, 0.25, 0.5, 0.75].filter((rate) => isSampled(id, uuid(1), rate)),
    );
    assert.deepEqual(rates, [[0.5, 0.75], [0.5, 0.75], []]);
  });
});
