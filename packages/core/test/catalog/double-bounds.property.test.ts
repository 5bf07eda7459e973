import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { greatestDoubleUpTo, leastDoubleFrom } from '../../src/catalog/double-bounds.ts';
import { order, plus, rational, rationalOf, textOf, type Rational } from '../rational.ts';

/* A double stands for the shortest decimal that reads back as it. Source: contract §3.6. */

const SEED = { seed: 20_261_122, numRuns: 3_000 };
const ZERO = rationalOf(0);

const value = fc.oneof(
  fc.double({ min: 0, max: 2 ** 53 - 1, noNaN: true }),
  fc.constantFrom(0, 0.1, 0.1 + 0.2, 57.3, 1e-7, 5e-324, 2 ** 53 - 1),
);

/** How far a bound is from a value; some are less than the next double is. */
const step = fc
  .constantFrom('0', '1e-400', '-1e-400', '1e-18', '-1e-18', '1e-16', '-1e-16', '0.001', '-1')
  .map((text) => rational(text) ?? ZERO);

const pair = fc.tuple(value, step).map(([stored, beside]) => {
  const bound = plus(rationalOf(stored), beside);
  return { stored, bound: order(bound, ZERO) < 0 ? ZERO : bound };
});

describe('bounds of stored doubles', () => {
  it('let through what is at least the decimal', () => {
    fc.assert(
      fc.property(pair, ({ stored, bound }) => {
        const passes = stored >= leastDoubleFrom(textOf(bound));
        assert.equal(passes, compared(stored, bound) >= 0);
      }),
      SEED,
    );
  });

  it('let through what is at most the decimal', () => {
    fc.assert(
      fc.property(pair, ({ stored, bound }) => {
        const passes = stored <= greatestDoubleUpTo(textOf(bound));
        assert.equal(passes, compared(stored, bound) <= 0);
      }),
      SEED,
    );
  });
});

function compared(stored: number, bound: Rational): number {
  return order(rationalOf(stored), bound);
}
