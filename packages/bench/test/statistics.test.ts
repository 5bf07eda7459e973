import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { median, quantile, ratios, spread } from '../src/statistics.ts';

describe('quantile', () => {
  it('is the middle value of an odd number of values, in whatever order they come', () => {
    assert.equal(median([9, 1, 5]), 5);
  });

  it('is half-way between the middle values of an even number of values', () => {
    assert.equal(median([4, 1, 2, 3]), 2.5);
  });

  it('interpolates', () => {
    assert.equal(quantile([0, 10], 0.99), 9.9);
  });

  it('is the value itself when there is one, and NaN when there is none', () => {
    assert.equal(quantile([7], 0.99), 7);
    assert.equal(median([]), Number.NaN);
  });

  it('leaves the values in their order', () => {
    const values = [3, 1, 2];
    median(values);
    assert.deepEqual(values, [3, 1, 2]);
  });
});

describe('spread', () => {
  it('is half the distance between the quartiles over the median', () => {
    assert.equal(spread([90, 95, 100, 105, 110]), 0.05);
  });

  it('is not moved by one wild value', () => {
    assert.equal(spread([90, 95, 100, 105, 100_000]), 0.05);
  });
});

describe('ratios', () => {
  it('divides round by round', () => {
    assert.deepEqual(ratios([10, 20], [5, 40]), [2, 0.5]);
  });

  it('refuses a different number of rounds', () => {
    assert.throws(() => ratios([1], [1, 2]), RangeError);
  });
});
