import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeyedRandomizer } from '../../../src/seed/draws/keyed-randomizer.ts';
import { correlation } from '../catalog-shape.ts';

const randomizer = createKeyedRandomizer();

function first(...key: number[]): number {
  randomizer.seed(key);
  return randomizer.next();
}

describe('the keyed randomizer', () => {
  it('repeats itself for the same key', () => {
    assert.equal(first(7, 1, 2), first(7, 1, 2));
    assert.notEqual(first(7, 1, 2), first(7, 2, 1));
  });

  it('has not changed, because a change would change every world', () => {
    randomizer.seed([7, 0, 0]);
    const numbers = Array.from({ length: 3 }, () => Math.floor(randomizer.next() * 1e6));
    assert.deepEqual(numbers, [365_923, 191_052, 390_638]);
  });

  it('spreads the first number of neighbouring keys evenly', () => {
    const buckets = Array.from({ length: 10 }, () => 0);
    for (let index = 0; index < 10_000; index++) {
      const bucket = Math.floor(first(7, 3, index) * 10);
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    }
    assert.ok(
      buckets.every((count) => count > 880 && count < 1120),
      buckets.join(' '),
    );
  });

  it('gives neighbouring keys, seeds and topics numbers that have nothing to do with each other', () => {
    const indices = Array.from({ length: 5000 }, (_, index) => index);
    const related = (other: (index: number) => number) =>
      Math.abs(correlation(indices.map((index) => [first(7, 3, index), other(index)])));
    assert.ok(related((index) => first(7, 3, index + 1)) < 0.05);
    assert.ok(related((index) => first(8, 3, index)) < 0.05);
    assert.ok(related((index) => first(7, 4, index)) < 0.05);
  });
});
