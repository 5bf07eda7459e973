import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainAmount, plainCredits } from '../src/plain-amount.ts';

const WRITTEN: readonly (readonly [amount: string, plain: string])[] = [
  ['0', '0'],
  ['0.000866', '0.000866'],
  ['120', '120'],
  ['10.5', '10.5'],
  ['0.0', '0'],
  ['1.50', '1.5'],
  ['007', '7'],
  ['3e-6', '0.000003'],
  ['1e3', '1000'],
];

describe('an amount in plain digits', () => {
  for (const [amount, plain] of WRITTEN) {
    it(`is ${plain} for ${amount}`, () => {
      assert.equal(plainAmount(amount), plain);
      assert.equal(plainCredits(amount), plain);
    });
  }

  it('may be negative where it is not one of credits', () => {
    assert.equal(plainAmount('-1.50'), '-1.5');
    assert.throws(() => plainCredits('-1.5'), RangeError);
  });

  it('is refused for what is not a decimal', () => {
    for (const amount of ['', '.5', '1.', '1.5\n', 'NaN', '1,5']) {
      assert.throws(() => plainAmount(amount), RangeError, amount);
      assert.throws(() => plainCredits(amount), RangeError, amount);
    }
  });
});
