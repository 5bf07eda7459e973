import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  add,
  compare,
  formatDecimal,
  fromNumber,
  multiply,
  parseDecimal,
  shift,
  subtract,
  toNumber,
  type Decimal,
} from '../../src/money/decimal.ts';
import { minus, order, plus, rational, textOf, times, type Rational } from '../rational.ts';

/* Money is exact decimal everywhere (contract §4.7): against fractions of BigInt. */

const SEED = { seed: 20_260_801, numRuns: 1_000 };

/** Plain digits or an exponent, needless zeros included, up to far more digits than a double has. */
const decimalText = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: fc.bigInt({ min: 0n, max: 10n ** 25n }),
    zeros: fc.constantFrom('', '00'),
    fraction: fc.option(fc.bigInt({ min: 0n, max: 10n ** 25n }), { nil: undefined }),
    exponent: fc.option(fc.integer({ min: -40, max: 40 }), { nil: undefined }),
  })
  .map(({ sign, whole, zeros, fraction, exponent }) => {
    const point = fraction === undefined ? '' : `.${zeros}${fraction}${zeros}`;
    return `${sign}${zeros}${whole}${point}${exponent === undefined ? '' : `e${exponent}`}`;
  });

function decimal(text: string): Decimal {
  const read = parseDecimal(text);
  assert.ok(read, text);
  return read;
}

function exactly(text: string): Rational {
  const read = rational(text);
  assert.ok(read, text);
  return read;
}

function agree(actual: Decimal, expected: Rational): void {
  assert.equal(formatDecimal(actual), textOf(expected));
}

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('decimals', () => {
  it('are read and written exactly', () => {
    fc.assert(
      fc.property(decimalText, (text) => agree(decimal(text), exactly(text))),
      SEED,
    );
  });

  it('are written so that they read back the same', () => {
    fc.assert(
      fc.property(decimalText, (text) => {
        const written = formatDecimal(decimal(text));
        assert.match(written, /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
        assert.equal(formatDecimal(decimal(written)), written);
      }),
      SEED,
    );
  });

  for (const [name, actual, expected] of [
    ['add', add, plus],
    ['subtract', subtract, minus],
    ['multiply', multiply, times],
  ] as const) {
    it(`${name} exactly`, () => {
      fc.assert(
        fc.property(decimalText, decimalText, (a, b) =>
          agree(actual(decimal(a), decimal(b)), expected(exactly(a), exactly(b))),
        ),
        SEED,
      );
    });
  }

  it('compare exactly', () => {
    fc.assert(
      fc.property(decimalText, decimalText, (a, b) => {
        assert.equal(Math.sign(compare(decimal(a), decimal(b))), order(exactly(a), exactly(b)));
      }),
      SEED,
    );
  });

  it('compare as equal however they are written', () => {
    fc.assert(
      fc.property(decimalText, fc.nat({ max: 9 }), (text, zeros) => {
        const { units, scale } = decimal(text);
        const padded = { units: units * 10n ** BigInt(zeros), scale: scale + zeros };
        assert.equal(compare({ units, scale }, padded), 0);
      }),
      SEED,
    );
  });

  it('shift by powers of ten, there and back', () => {
    fc.assert(
      fc.property(decimalText, fc.integer({ min: -30, max: 30 }), (text, places) => {
        const shifted = shift(decimal(text), places);
        agree(shifted, times(exactly(text), exactly(`1e${places}`)));
        agree(shift(shifted, -places), exactly(text));
      }),
      SEED,
    );
  });

  it('become the nearest double', () => {
    fc.assert(
      fc.property(decimalText, (text) => assert.ok(toNumber(decimal(text)) === Number(text))),
      SEED,
    );
  });

  it('keep their order as doubles', () => {
    fc.assert(
      fc.property(decimalText, decimalText, (a, b) => {
        const [low, high] = order(exactly(a), exactly(b)) <= 0 ? [a, b] : [b, a];
        assert.ok(toNumber(decimal(low)) <= toNumber(decimal(high)));
      }),
      SEED,
    );
  });

  it('come from doubles as people write them, and go back', () => {
    fc.assert(
      fc.property(finite, (value) => {
        agree(fromNumber(value), exactly(String(value)));
        assert.ok(toNumber(fromNumber(value)) === value);
      }),
      SEED,
    );
  });

  for (const value of [Number.NaN, Infinity, -Infinity]) {
    it(`do not come from ${value}`, () => {
      assert.throws(() => fromNumber(value), RangeError);
    });
  }

  for (const [text, written] of [
    ['0', '0'],
    ['-0', '0'],
    ['0.000', '0'],
    ['-1', '-1'],
    ['000.10', '0.1'],
    ['0.000003', '0.000003'],
    ['3e-6', '0.000003'],
    ['1.5E3', '1500'],
    ['1e+2', '100'],
  ] as const) {
    it(`read ${text} and write ${written}`, () => {
      assert.equal(formatDecimal(decimal(text)), written);
    });
  }

  for (const text of [
    '',
    ' ',
    ' 1',
    '1\n',
    '1.',
    '.5',
    '+1',
    '--1',
    '1,5',
    '1_000',
    '0x1',
    '1e',
    '1e1.5',
    'NaN',
    'Infinity',
    '$3',
    '٣',
  ]) {
    it(`are not ${JSON.stringify(text)}`, () => {
      assert.equal(parseDecimal(text), undefined);
    });
  }
});
