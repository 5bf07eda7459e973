import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { isSampled, isSampledBy, samplingKey } from '@model-gateway/core';
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
    const share = shareOf('trace-0', uuid(1));
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
    // Computed with Python's hashlib, from the text of the contract.
    assert.deepEqual(rates, [
      [0.5, 0.75],
      [0.5, 0.75],
      [0.5, 0.75],
    ]);
  });
});

describe('isSampledBy', () => {
  it('decides as isSampled does, from keys that are made once', () => {
    const destination = samplingKey(uuid(1));
    const byKeys = TRACES.filter((trace) => isSampledBy(samplingKey(trace), destination, 0.3));
    assert.deepEqual(byKeys, taken(0.3));
  });
});

describe('samplingKey', () => {
  it('is the first 32 bits of the SHA-256 of the id in UTF-8', () => {
    for (const id of ['', 'a', 'ключ', uuid(7)]) {
      // Node's hash is another implementation than the gateway's.
      assert.equal(samplingKey(id), createHash('sha256').update(id).digest().readUInt32BE(0), id);
    }
  });
});

/** Contract §5.7 once more, with Node's hash and integers of any size. */
function shareOf(id: string, destinationId: string): number {
  const bits = (text: string) => BigInt(createHash('sha256').update(text).digest().readUInt32BE(0));
  let hash = bits(id) ^ bits(destinationId);
  hash = ((hash ^ (hash >> 16n)) * 0x85ebca6bn) % 2n ** 32n;
  hash = ((hash ^ (hash >> 13n)) * 0xc2b2ae35n) % 2n ** 32n;
  return Number(hash ^ (hash >> 16n)) / 2 ** 32;
}
