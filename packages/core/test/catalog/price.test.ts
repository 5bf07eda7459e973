import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { pricesFor, type PriceOverride, type Pricing } from '@model-gateway/core';
import { minus, order, rational, rationalOf, textOf, times } from '../rational.ts';

/* The prices of one request. Source: contract §8.5 rules 1–4. */

const BASE: Pricing = { prompt: '1', completion: '2', input_cache_read: '0.1', web_search: '5' };

interface Case {
  readonly rule: string;
  readonly overrides: readonly PriceOverride[];
  readonly tokens: number;
  readonly expected: Readonly<Record<string, string>>;
}

const unchanged = { prompt: '1', completion: '2', input_cache_read: '0.1', web_search: '5' };

const CASES: readonly Case[] = [
  { rule: 'without overrides the base holds', overrides: [], tokens: 10, expected: unchanged },
  {
    rule: '1: an override applies above its minimum',
    overrides: [{ min_prompt_tokens: 100, prompt: '9' }],
    tokens: 101,
    expected: { ...unchanged, prompt: '9' },
  },
  {
    rule: '1: an override does not apply at its minimum',
    overrides: [{ min_prompt_tokens: 100, prompt: '9' }],
    tokens: 100,
    expected: unchanged,
  },
  {
    rule: '1: a minimum may be a fraction',
    overrides: [{ min_prompt_tokens: 99.5, prompt: '9' }],
    tokens: 100,
    expected: { ...unchanged, prompt: '9' },
  },
  {
    rule: '1: a minimum of 0 does not match an empty prompt',
    overrides: [{ min_prompt_tokens: 0, prompt: '9' }],
    tokens: 0,
    expected: unchanged,
  },
  {
    rule: '1: an override without conditions always applies',
    overrides: [{ prompt: '9' }],
    tokens: 0,
    expected: { ...unchanged, prompt: '9' },
  },
  {
    rule: '2: of two that apply the later wins',
    overrides: [
      { min_prompt_tokens: 10, prompt: '8' },
      { min_prompt_tokens: 100, prompt: '9' },
    ],
    tokens: 1000,
    expected: { ...unchanged, prompt: '9' },
  },
  {
    rule: '2: the later wins even where its minimum is lower',
    overrides: [
      { min_prompt_tokens: 100, prompt: '9' },
      { min_prompt_tokens: 10, prompt: '8' },
    ],
    tokens: 1000,
    expected: { ...unchanged, prompt: '8' },
  },
  {
    rule: '2: the later wins per key',
    overrides: [
      { min_prompt_tokens: 10, prompt: '8', completion: '80' },
      { min_prompt_tokens: 100, prompt: '9' },
    ],
    tokens: 1000,
    expected: { ...unchanged, prompt: '9', completion: '80' },
  },
  {
    rule: '2: a later one that does not apply does not win',
    overrides: [
      { min_prompt_tokens: 10, prompt: '8' },
      { min_prompt_tokens: 100, prompt: '9' },
    ],
    tokens: 50,
    expected: { ...unchanged, prompt: '8' },
  },
  {
    rule: '3: absent keys inherit the base, not an override that does not apply',
    overrides: [
      { min_prompt_tokens: 500, completion: '80' },
      { min_prompt_tokens: 100, prompt: '9' },
    ],
    tokens: 200,
    expected: { ...unchanged, prompt: '9' },
  },
  {
    rule: '3: a key that only an override has is added',
    overrides: [{ min_prompt_tokens: 1, audio: '7' }],
    tokens: 2,
    expected: { ...unchanged, audio: '7' },
  },
];

describe('pricesFor', () => {
  for (const { rule, overrides, tokens, expected } of CASES) {
    it(rule, () => {
      assert.deepEqual(pricesFor({ ...BASE, overrides: [...overrides] }, tokens), expected);
    });
  }

  for (const key of [
    'prompt',
    'completion',
    'input_cache_read',
    'input_cache_write',
    'input_cache_write_1h',
    'audio',
    'input_audio_cache',
  ] as const) {
    it(`overrides ${key}`, () => {
      assert.equal(pricesFor({ ...BASE, overrides: [{ [key]: '9' }] }, 1)[key], '9');
    });
  }

  for (const [discount, price, paid] of [
    [0, '0.000003', '0.000003'],
    [0.1, '0.000003', '0.0000027'],
    [0.9, '3', '0.3'],
    [0.3, '0.1', '0.07'],
    [1, '0.000003', '0'],
    [0.5, '0', '0'],
    [0.5, '-1', '-1'],
  ] as const) {
    it(`takes a discount of ${discount} off ${price}: ${paid}`, () => {
      const { prompt } = pricesFor({ prompt: price, completion: '1', discount }, 1);
      assert.equal(prompt, paid);
    });
  }

  it('takes the discount off every price', () => {
    const { discount: _, ...prices } = { ...BASE, discount: 0.5 };
    assert.deepEqual(pricesFor({ ...prices, discount: 0.5 }, 1), {
      prompt: '0.5',
      completion: '1',
      input_cache_read: '0.05',
      web_search: '2.5',
    });
  });

  it('does not change what it is given', () => {
    const pricing: Pricing = { ...BASE, discount: 0.5, overrides: [{ prompt: '9' }] };
    const before = structuredClone(pricing);
    pricesFor(pricing, 1);
    assert.deepEqual(pricing, before);
  });

  it('is what the four rules say, for 2,000 random prices', () => {
    fc.assert(
      fc.property(pricing, fc.nat({ max: 12 }), (given, tokens) => {
        assert.deepEqual(exact(pricesFor(given, tokens)), referencePrices(given, tokens));
      }),
      { seed: 20_260_801, numRuns: 2_000 },
    );
  });
});

const price = fc
  .tuple(fc.integer({ min: -9, max: 999_999 }), fc.nat({ max: 12 }))
  .map(([units, places]) =>
    textOf({ numerator: BigInt(units), denominator: 10n ** BigInt(places) }),
  );

const OVERRIDABLE = [
  'prompt',
  'completion',
  'input_cache_read',
  'input_cache_write',
  'audio',
] as const;

const override = fc.record(
  {
    min_prompt_tokens: fc.integer({ min: 0, max: 12 }),
    ...Object.fromEntries(OVERRIDABLE.map((key) => [key, price])),
  },
  { requiredKeys: [] },
);

const pricing: fc.Arbitrary<Pricing> = fc.record(
  {
    prompt: price,
    completion: price,
    input_cache_read: price,
    image: price,
    discount: fc.constantFrom(0, 0.1, 0.25, 0.3, 0.333, 0.9, 1),
    overrides: fc.array(override, { maxLength: 5 }),
  },
  { requiredKeys: ['prompt', 'completion'] },
);

/** Key by key: the last override that applies and has it, else the base; then the discount. */
function referencePrices(given: Pricing, tokens: number): Record<string, string> {
  const { overrides = [], discount = 0, ...base } = given;
  const applicable = overrides.filter(
    ({ min_prompt_tokens: minimum }) => minimum === undefined || tokens > minimum,
  );
  const result: Record<string, string> = {};
  for (const key of new Set([...Object.keys(base), ...OVERRIDABLE])) {
    const candidates = [base, ...applicable].map((source) => Object.entries(source));
    const prices = candidates.flatMap((pairs) =>
      pairs.flatMap(([name, value]) => (name === key && typeof value === 'string' ? [value] : [])),
    );
    const last = prices.at(-1);
    if (last !== undefined) result[key] = afterDiscount(last, discount);
  }
  return result;
}

function afterDiscount(text: string, discount: number): string {
  const read = rational(text);
  assert.ok(read);
  if (order(read, rationalOf(0)) < 0) return textOf(read);
  return textOf(times(read, minus(rationalOf(1), rationalOf(discount))));
}

/** The same prices in one spelling. */
function exact(prices: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const pairs = Object.entries(prices).map(([key, text]) => {
    const read = rational(text ?? '');
    assert.ok(read, `${key} is ${text}`);
    return [key, textOf(read)];
  });
  return Object.fromEntries(pairs);
}
