import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numbered } from '../src/client/load-job.ts';
import { SEARCH_PAGE, varied } from '../src/workloads.ts';

describe('varied', () => {
  it('makes query strings that differ in digits that select the same models', () => {
    const search = varied(SEARCH_PAGE);
    assert.equal(numbered(search, 7), '?q=a%20pro&limit=50&max_price=60.000000007');
    assert.equal(numbered(search, 123_456_789), '?q=a%20pro&limit=50&max_price=60.123456789');
  });
});
