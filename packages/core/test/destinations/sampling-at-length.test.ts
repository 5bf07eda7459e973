// System: 100,000 traces at 20 destinations.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { isSampledBy, samplingKey } from '@model-gateway/core';
import { uuid } from '../admin-builders.ts';

/* The statistics of sampling. Source: contract §5.7. */

const TRACES = 100_000;
const DESTINATIONS = 20;
const RATES = [0.0001, 0.001, 0.01, 0.1, 0.25, 0.5, 0.9] as const;

describe('sampling of 100,000 traces at 20 destinations', () => {
  let traces: readonly number[];
  const destinations = Array.from({ length: DESTINATIONS }, (_, i) => samplingKey(uuid(i + 1)));

  before(() => {
    traces = Array.from({ length: TRACES }, (_, i) => samplingKey(`trace-${i}`));
  });

  /** 1 for each trace that a destination gets, and 0 for the others. */
  const taken = (destination: number, rate: number) =>
    Uint8Array.from(traces, (trace) => (isSampledBy(trace, destination, rate) ? 1 : 0));

  for (const rate of RATES) {
    it(`takes ${rate} of them within 3 sigma; one destination may be at 3.5`, () => {
      const sigma = Math.sqrt(TRACES * rate * (1 - rate));
      const off = destinations.map((destination) => {
        const count = taken(destination, rate).reduce((sum, one) => sum + one, 0);
        return Math.abs(count - TRACES * rate) / sigma;
      });
      assert.ok(
        off.filter((each) => each > 3).length <= 1,
        off.map((each) => each.toFixed(2)).join(),
      );
      assert.ok(Math.max(...off) <= 3.5, off.map((each) => each.toFixed(2)).join());
    });
  }

  it('takes at each destination what has nothing to do with the others', () => {
    const each = destinations.map((destination) => taken(destination, 0.5));
    for (const [i, one] of each.entries()) {
      for (const other of each.slice(i + 1)) {
        // By chance alone 0.0032 is one sigma, and there are 190 pairs.
        assert.ok(Math.abs(correlation(one, other)) < 0.01);
      }
    }
  });

  it('takes at a higher rate all that it takes at a lower one', () => {
    for (const destination of destinations) {
      let fewer = taken(destination, RATES[0]);
      for (const rate of RATES.slice(1)) {
        const more = taken(destination, rate);
        assert.ok(fewer.every((one, trace) => one <= (more[trace] ?? 0)));
        fewer = more;
      }
    }
  });
});

/** Pearson's, of lists of 0 and 1. */
function correlation(one: Uint8Array, other: Uint8Array): number {
  const [p, q] = [meanOf(one), meanOf(other)];
  const both = one.reduce((sum, each, i) => sum + each * (other[i] ?? 0), 0) / one.length;
  return (both - p * q) / Math.sqrt(p * (1 - p) * q * (1 - q));
}

function meanOf(list: Uint8Array): number {
  return list.reduce((sum, each) => sum + each, 0) / list.length;
}
