import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ImagePrice } from '@model-gateway/core';
import { upperBound } from '../../src/images/billing.ts';
import type { JobOutline } from '../../src/images/capability.ts';
import { largestUsages } from '../../src/images/largest-usages.ts';
import { listCost } from '../../src/images/list-cost.ts';
import { compare, parseDecimal, ZERO } from '../../src/money/decimal.ts';
import { anEndpoint, MODEL } from './image-builders.ts';

/* What is reserved is at least what may be charged. Source: contract §4.7. */

fc.configureGlobal({ seed: 20_260_801 });

const JOB: JobOutline = {
  model: MODEL,
  prompt: 'née, bytes',
  n: 2,
  format: 'png',
  stream: false,
  options: {},
};

/** Usages as `prompt tokens, those of images, completion tokens, those of text`. */
function usagesOf(pricing: readonly ImagePrice[], references: number, maxTokensPerImage = 100) {
  return largestUsages(JOB, anEndpoint({ pricing, maxTokensPerImage }), references).map((usage) => [
    usage.promptTokens,
    usage.promptImageTokens,
    usage.completionTokens,
    usage.completionTextTokens,
  ]);
}

const above = (minPromptTokens: number): ImagePrice => ({
  billable: 'prompt',
  unit: 'token',
  usd: '1',
  when: { minPromptTokens },
});

/** Completion tokens that are text have a price of their own. */
const TEXT: ImagePrice = { billable: 'completion_text', unit: 'token', usd: '1' };

/** Both kinds of completion tokens, for this many prompt tokens. */
const bothKinds = (promptTokens: number, imageTokens: number) => [
  [promptTokens, imageTokens, 200, 0],
  [promptTokens, imageTokens, 200, 200],
];

describe('the usages among which the most expensive one is', () => {
  // 11 bytes.
  it('have a token for each byte of the prompt, and all tokens of all images', () => {
    assert.deepEqual(usagesOf([TEXT], 0), bothKinds(11, 0));
    assert.deepEqual(usagesOf([TEXT], 3), bothKinds(311, 300));
  });

  it('have one kind of completion tokens where text has no price of its own', () => {
    assert.deepEqual(usagesOf([], 3), [[311, 300, 200, 0]]);
  });

  it('have 16,384 tokens for an image unless the endpoint says otherwise', () => {
    const { maxTokensPerImage: _, ...endpoint } = anEndpoint({ pricing: [] });
    const [first] = largestUsages(JOB, endpoint, 1);
    assert.deepEqual([first?.promptTokens, first?.completionTokens], [16_395, 32_768]);
  });

  for (const [what, threshold, tokens] of [
    ['below the prompt', 7, 7],
    ['between two tokens', 7.5, 7],
    ['of nothing', 0, 0],
    ['just below the most', 310, 310],
  ] as const) {
    it(`are looked at again where a price begins: ${what}`, () => {
      const again = usagesOf([TEXT, above(threshold)], 3).slice(2);
      const most = Math.min(300, tokens);
      const least = Math.max(0, tokens - 11);
      const expected = least === most ? [most] : [least, most];
      assert.deepEqual(
        again,
        expected.flatMap((images) => bothKinds(tokens, images)),
      );
    });
  }

  for (const [what, pricing] of [
    ['a price that begins at the most', [above(311)]],
    ['a price that begins above it', [above(1000)]],
    ['a price without a beginning', [{ billable: 'prompt', unit: 'token', usd: '1' }]],
    ['a price for a tier', [{ ...above(0), when: { tier: '2K' } }]],
  ] as const satisfies readonly (readonly [string, readonly ImagePrice[]])[]) {
    it(`are not looked at again for ${what}`, () => {
      assert.equal(usagesOf(pricing, 3).length, 1);
    });
  }
});

describe('what is reserved', () => {
  const usd = fc.constantFrom('0', '0.01', '0.5', '3');
  const threshold = fc.option(fc.integer({ min: 0, max: 350 }), { nil: undefined });
  const price: fc.Arbitrary<ImagePrice> = fc
    .tuple(
      fc.constantFrom('prompt', 'prompt_image', 'completion', 'completion_text'),
      usd,
      threshold,
    )
    .map(([billable, amount, minPromptTokens]) => ({
      billable,
      unit: 'token',
      usd: amount,
      ...(minPromptTokens !== undefined && { when: { minPromptTokens } }),
    }));
  const references = fc.integer({ min: 0, max: 3 });
  /** Shares of the most that there can be of each kind. */
  const share = fc.double({ min: 0, max: 1, noNaN: true });

  it('is at least the price of every usage that is possible', () => {
    fc.assert(
      fc.property(
        fc.array(price, { maxLength: 6 }),
        references,
        fc.tuple(share, share, share, share),
        (pricing, count, [textShare, imageShare, completionShare, completionTextShare]) => {
          const endpoint = anEndpoint({ pricing, maxTokensPerImage: 100 });
          const promptImageTokens = Math.round(imageShare * 100 * count);
          const completionTokens = Math.round(completionShare * 200);
          const usage = {
            promptTokens: Math.round(textShare * 11) + promptImageTokens,
            promptImageTokens,
            completionTokens,
            completionTextTokens: Math.round(completionTextShare * completionTokens),
          };
          const cost = listCost({ job: JOB, endpoint, references: count }, usage, JOB.n)?.sum;
          const reserved = parseDecimal(upperBound(JOB, endpoint, count)) ?? ZERO;
          assert.ok(cost !== undefined && compare(cost, reserved) <= 0);
        },
      ),
      { numRuns: 500 },
    );
  });
});
