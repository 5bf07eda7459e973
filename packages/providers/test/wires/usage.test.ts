import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readUsage } from '../../src/wires/openai-images/usage.ts';

const costOf = (cost: unknown) => readUsage({ prompt_tokens: 1, cost })?.costUsd;

describe('the cost that an upstream reports (contract §4.7)', () => {
  for (const [cost, expected] of [
    [0.04, '0.04'],
    [10.00017, '10.00017'],
    [0.000000000123456789012345, '1.23456789012345e-10'],
    [25, '25'],
  ] as const) {
    it(`is exact for ${cost}`, () => assert.equal(costOf(cost), expected));
  }

  for (const [what, cost] of [
    ['has more digits than a double keeps', 0.1 + 0.2],
    ['is 0, which means that the upstream has no prices', 0],
    ['is negative', -0.04],
    ['is not a number', '0.04'],
    ['is not finite', Infinity],
  ] as const) {
    it(`does not count when it ${what}`, () => assert.equal(costOf(cost), undefined));
  }
});
