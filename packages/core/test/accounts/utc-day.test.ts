import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { utcDay } from '../../src/accounts/utc-day.ts';

describe('the UTC day of a moment', () => {
  it('begins and ends at midnight, whichever day was asked for before', () => {
    const midnight = Date.UTC(2026, 0, 11);
    const moments = [midnight - 1, midnight, midnight - 1, midnight + 86_399_999, -1, 0];
    assert.deepEqual(moments.map(utcDay), [
      '2026-01-10',
      '2026-01-11',
      '2026-01-10',
      '2026-01-11',
      '1969-12-31',
      '1970-01-01',
    ]);
  });

  it('throws for a number that is not a moment in time', () => {
    for (const nothing of [Number.NaN, Infinity]) assert.throws(() => utcDay(nothing), RangeError);
  });
});
