import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { each, perMillion, usd } from '../../src/seed/money/usd.ts';

describe('usd', () => {
  const amounts: readonly (readonly [number, string])[] = [
    [0, '0'],
    [1, '0.000000000001'],
    [200_000, '0.0000002'],
    [1_562_500, '0.0000015625'],
    [10_000_000_000, '0.01'],
    [1_000_000_000_000, '1'],
    [12_500_000_000_000, '12.5'],
  ];
  for (const [amount, text] of amounts) {
    it(`writes ${amount} as ${text}`, () => assert.equal(usd(amount), text));
  }
});

describe('prices', () => {
  it('are per token from dollars per million', () =>
    assert.equal(usd(perMillion(0.2)), '0.0000002'));
  it('are per item from dollars', () => assert.equal(usd(each(0.0011)), '0.0011'));
});
