import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { timedUuid } from '../src/timed-uuid.ts';

const NOW = Date.parse('2026-11-26T12:00:00.123Z');

describe('a UUID with the time', () => {
  it('begins with it, and is of version 7', () => {
    assert.match(
      timedUuid(NOW),
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    assert.equal(Number.parseInt(timedUuid(NOW).replaceAll('-', '').slice(0, 12), 16), NOW);
  });

  it('comes behind those of earlier milliseconds, and differs within one', () => {
    const times = Array.from({ length: 100 }, (_, at) => NOW + at * 997);
    const ids = times.map(timedUuid);
    assert.deepEqual(ids.toSorted(), ids);
    assert.equal(new Set(Array.from({ length: 1000 }, () => timedUuid(NOW))).size, 1000);
  });

  it('has that form whatever the clock says', () => {
    for (const now of [0, -1, 1.5, 2 ** 60]) assert.match(timedUuid(now), /^[0-9a-f-]{36}$/);
  });
});
