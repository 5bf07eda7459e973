import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sumStats, toOpenMetrics } from '../../src/index.ts';
import { counted, NOW, statsOf } from '../support/stats.ts';

describe('sumStats', () => {
  it('adds every counter of a destination', () => {
    const sum = sumStats([statsOf(counted(1), 4), statsOf(counted(2), 5)]);
    assert.deepEqual(sum, statsOf(counted(3), 9));
  });

  it('keeps destinations apart', () => {
    const other = counted(2, { id: 'destination-2' });
    const { destinations, totals } = sumStats([statsOf(counted(1)), statsOf(other)]);
    assert.deepEqual(destinations, [counted(1), other]);
    assert.equal(totals.observed, 3);
  });

  it('takes the breaker of the last, and the last success of any', () => {
    const before = counted(1, { breaker: 'open' });
    const next = counted(1, { breaker: 'probing', lastSuccess: undefined });
    const [sum] = sumStats([statsOf(before), statsOf(next)]).destinations;
    assert.deepEqual([sum?.breaker, sum?.lastSuccess], ['probing', NOW]);
  });

  it('is whole without any forwarder', () => {
    const { totals, ...rest } = sumStats([]);
    assert.deepEqual(rest, { destinations: [], unrouted: 0 });
    assert.deepEqual(totals.outcomes, { ...counted(0).outcomes });
    assert.match(toOpenMetrics(sumStats([])), /# EOF\n$/);
  });
});
