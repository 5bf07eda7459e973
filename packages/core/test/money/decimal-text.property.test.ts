import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compareDecimalTexts, toDecimalText } from '../../src/money/decimal-text.ts';
import { order, rational, textOf, type Rational } from '../rational.ts';

/* Decimals as their digits stand, against fractions of BigInt. Source: contract §3.6. */

const SEED = { seed: 20_261_122, numRuns: 2_000 };

/** From short to far longer than a double, many of them alike at the beginning. */
const digits = fc
  .tuple(
    fc.constantFrom('', '0', '3', '9007199254740991', '12345678901234567890'),
    fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
    fc.constantFrom('', '0', '000'),
  )
  .map((parts) => parts.join(''));

const plain = fc
  .tuple(digits, fc.option(digits, { nil: undefined }))
  .map(([whole, fraction]) => (fraction === undefined ? whole : `${whole}.${fraction}`));

function exactly(text: string): Rational {
  const read = rational(text);
  assert.ok(read, text);
  return read;
}

describe('decimal text', () => {
  it('loses needless zeros and nothing else', () => {
    fc.assert(
      fc.property(plain, (text) => assert.equal(toDecimalText(text), textOf(exactly(text)))),
      SEED,
    );
  });

  it('is compared as the numbers are', () => {
    const pairs = fc.tuple(plain, plain).chain(([a, b]) => fc.constantFrom([a, b], [a, a]));
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        const found = compareDecimalTexts(toDecimalText(a) ?? '', toDecimalText(b) ?? '');
        assert.equal(Math.sign(found), order(exactly(a), exactly(b)));
      }),
      SEED,
    );
  });

  for (const text of ['', '-1', '+1', '1e3', '.5', '5.', ' 1', '1 ', '0x1', '1,5', '１', 'NaN']) {
    it(`is not ${JSON.stringify(text)}`, () => {
      assert.equal(toDecimalText(text), undefined);
    });
  }
});
