import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { costOf, mostCost } from '../../src/inference/money/price.ts';
import { amountToNumber } from '../../src/money/decimal.ts';

/* What is reserved is the most that a request of this many tokens or fewer can cost, and no more. */

const price = fc.constantFrom('0', '0.000001', '0.00002', '0.0003', '-1');
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const prices = { prompt: price, completion: price, request: maybe(price), image: maybe(price) };
const pricing = fc.record({
  ...prices,
  discount: fc.constantFrom(undefined, 0, 0.5),
  overrides: fc.array(
    fc.record({
      min_prompt_tokens: maybe(fc.nat(12)),
      prompt: maybe(price),
      request: maybe(price),
    }),
    { maxLength: 3 },
  ),
});

describe('the most that tokens can cost', () => {
  it('is what the most expensive count of them costs', () => {
    fc.assert(
      fc.property(pricing, fc.nat(16), fc.nat(4), fc.nat(2), (list, input, output, images) => {
        const costs = Array.from({ length: input + 1 }, (_, inputTokens) =>
          amountToNumber(costOf({ inputTokens, outputTokens: output }, list, { images }).usd),
        );
        const most = amountToNumber(mostCost({ input, output }, list, { images }));
        assert.ok(Math.abs(most - Math.max(0, ...costs)) < 1e-12, `${most} of ${costs.join(', ')}`);
      }),
      { seed: 29, numRuns: 2000 },
    );
  });
});
