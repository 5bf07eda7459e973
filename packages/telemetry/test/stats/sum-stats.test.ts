import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  sumStats,
  toOpenMetrics,
  type DestinationStats,
  type TelemetryStats,
} from '../../src/index.ts';
import { OUTCOMES, REQUEST_CLASSES, SEND_SECONDS } from '../../src/counters/counters.ts';

const NOW = Date.parse('2026-11-01T12:00:00Z');

/** A destination of which each counter has this value. */
function counted(value: number, given: Partial<DestinationStats> = {}): DestinationStats {
  const each = <Name extends string>(names: readonly Name[]) =>
    // Every name is an entry.
    Object.fromEntries(names.map((name) => [name, value])) as Record<Name, number>;
  return {
    id: 'destination-1',
    kind: 'webhook',
    observed: value,
    outcomes: each(OUTCOMES),
    queued: value,
    queuedBytes: value,
    inFlight: value,
    requests: each(REQUEST_CLASSES),
    retries: value,
    breaker: 'closed',
    lastSuccess: NOW,
    sendTimes: {
      bounds: SEND_SECONDS,
      counts: [...SEND_SECONDS, 'more'].map(() => value),
      sumSeconds: value,
    },
    ...given,
  };
}

function statsOf(destination: DestinationStats, unrouted = 0): TelemetryStats {
  const { observed, outcomes, queued, inFlight } = destination;
  const totals = { observed, outcomes, queued, inFlight };
  return { destinations: [destination], totals, unrouted };
}

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
