import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { token, perImage, chargeOf, OVERRIDDEN, LONG, type Case } from './price-cases.ts';

const WHOLE: readonly Case[] = [
  {
    what: 'an override counts above its prompt tokens (contract §8.5 rule 1)',
    pricing: OVERRIDDEN,
    job: LONG,
    usage: { promptTokens: 100, completionTokens: 17 },
    expected: '10.00017',
  },
  {
    what: 'an override does not count at its prompt tokens (contract §8.5 rule 1)',
    pricing: OVERRIDDEN,
    job: LONG,
    usage: { promptTokens: 10, completionTokens: 0 },
    expected: '0.01',
  },
  {
    what: 'of several overrides the last counts (contract §8.5 rule 2)',
    pricing: OVERRIDDEN,
    job: LONG,
    usage: { promptTokens: 101, completionTokens: 0 },
    expected: '20.2',
  },
  {
    what: 'prices that an override leaves out stay (contract §8.5 rule 3)',
    pricing: OVERRIDDEN,
    job: LONG,
    usage: { promptTokens: 11, completionTokens: 100 },
    expected: '1.101',
  },
  {
    what: 'what was reserved, when an override may count and prompt tokens are unknown',
    pricing: [perImage('0.04'), perImage('0.09', { minPromptTokens: 5 })],
    expected: '0.09',
  },
  {
    what: 'a price of the tier that was asked for',
    pricing: [perImage('0.02'), perImage('0.07', { tier: '2K' })],
    job: { tier: '2K' },
    expected: '0.07',
  },
  {
    what: 'a price of the tier, whatever the quality',
    pricing: [perImage('0.02'), perImage('0.07', { tier: '2K' })],
    job: { tier: '2K', quality: 'high' },
    expected: '0.07',
  },
  {
    what: 'the price without a condition for another tier',
    pricing: [perImage('0.02'), perImage('0.07', { tier: '2K' })],
    job: { tier: '1K' },
    expected: '0.02',
  },
  {
    what: 'the tier that holds the pixels that were asked for',
    pricing: [perImage('0.02'), perImage('0.07', { tier: '2K' })],
    job: { pixels: { width: 1025, height: 64 } },
    expected: '0.07',
  },
  {
    what: 'a price of a quality',
    pricing: [perImage('0.02'), perImage('0.2', { quality: 'high' })],
    job: { quality: 'high', n: 3 },
    expected: '0.6',
  },
  {
    what: 'a price up to so many pixels, these included',
    pricing: [perImage('0.035'), perImage('0.02', { maxPixels: 1_000_000 })],
    job: { pixels: { width: 1000, height: 1000 } },
    expected: '0.02',
  },
  {
    what: 'the other price above so many pixels',
    pricing: [perImage('0.035'), perImage('0.02', { maxPixels: 1_000_000 })],
    job: { pixels: { width: 1000, height: 1001 } },
    expected: '0.035',
  },
  {
    what: 'all conditions of one price together',
    pricing: [perImage('0.02'), perImage('0.3', { tier: '2K', quality: 'high' })],
    job: { tier: '2K', quality: 'low' },
    expected: '0.02',
  },
  {
    what: 'the first million pixels by one price, more by another',
    pricing: [
      perImage('0.03'),
      { billable: 'output_image', unit: 'extra_megapixel', usd: '0.015' },
    ],
    job: { pixels: { width: 2000, height: 1500 }, n: 2 },
    expected: '0.12',
  },
  {
    what: 'less than a million pixels have no more',
    pricing: [{ billable: 'output_image', unit: 'extra_megapixel', usd: '0.015' }],
    job: { pixels: { width: 100, height: 100 } },
    expected: '0',
  },
  ...['16:9', '9:16'].map((aspectRatio) => ({
    what: `megapixels of a tier at ${aspectRatio}`,
    pricing: [{ billable: 'output_image', unit: 'megapixel', usd: '1' } as const],
    job: { aspectRatio },
    // 1024 × 576
    expected: '0.589824',
  })),
  {
    what: 'each reference',
    pricing: [perImage('0.04'), { billable: 'input_image', unit: 'image', usd: '0.001' }],
    references: 3,
    expected: '0.043',
  },
  {
    what: 'references by pixels of the output',
    pricing: [{ billable: 'input_image', unit: 'megapixel', usd: '0.5' }],
    job: { pixels: { width: 1000, height: 500 } },
    references: 2,
    expected: '0.5',
  },
  {
    what: 'tokens of references by their own price',
    pricing: [token('prompt', '5'), token('prompt_image', '8'), token('completion', '30')],
    references: 1,
    usage: { promptTokens: 9, promptImageTokens: 4, completionTokens: 2 },
    expected: '117',
  },
  {
    what: 'tokens of references as those of the prompt where they have no price',
    pricing: [token('prompt', '5')],
    references: 1,
    usage: { promptTokens: 9, promptImageTokens: 4 },
    expected: '45',
  },
  {
    what: 'what was reserved, when tokens of references have a price and were not counted',
    pricing: [token('prompt', '5'), token('prompt_image', '8')],
    references: 1,
    usage: { promptTokens: 9 },
    expected: '8050',
  },
  {
    what: 'tokens of a prompt without references, which none of them can be',
    pricing: [token('prompt', '5'), token('prompt_image', '8')],
    usage: { promptTokens: 9 },
    expected: '45',
  },
  {
    what: 'text of the output by its own price',
    pricing: [token('completion', '30'), token('completion_text', '3')],
    usage: { completionTokens: 100, completionTextTokens: 10 },
    expected: '2730',
  },
  {
    what: 'what the provider says, whatever the list has (contract §4.7)',
    pricing: [perImage('0.04')],
    usage: { promptTokens: 1, completionTokens: 1, costUsd: '0.03999999999999999999' },
    expected: '0.03999999999999999999',
  },
  {
    what: 'what the provider says, at most what was reserved',
    pricing: [perImage('0.04')],
    usage: { costUsd: '5' },
    expected: '0.04',
  },
  {
    what: 'the list, when the provider says no amount',
    pricing: [perImage('0.04')],
    usage: { costUsd: '-1' },
    expected: '0.04',
  },
  {
    what: 'the list, when the provider says something that is not a number',
    pricing: [perImage('0.04')],
    usage: { costUsd: 'about four cents' },
    expected: '0.04',
  },
  {
    what: 'what was reserved, when the provider counts what is not a count',
    pricing: [token('completion', '0.001')],
    usage: { completionTokens: Number.NaN },
    expected: '1',
  },
  {
    what: 'nothing for a negative price, which means no price',
    pricing: [perImage('-1'), token('prompt', '-1')],
    expected: '0',
  },
  {
    what: 'nothing for a token that has become free',
    pricing: [token('prompt', '0.5'), token('prompt', '0', 3)],
    usage: { promptTokens: 4 },
    expected: '0',
  },
  {
    what: 'no less for a negative price beside another',
    pricing: [perImage('0.04'), { billable: 'input_image', unit: 'image', usd: '-1' }],
    references: 1,
    expected: '0.04',
  },
  {
    what: 'nothing, when the provider says that it cost nothing',
    pricing: [perImage('0.04')],
    usage: { costUsd: '0' },
    expected: '0',
  },
  {
    what: 'text in an answer as other tokens, unless it has a price',
    pricing: [token('completion', '1')],
    usage: { completionTokens: 10, completionTextTokens: 4 },
    expected: '10',
  },
  {
    what: 'all tokens of an answer by the one price, when its text was not counted',
    pricing: [token('completion', '1'), token('completion_text', '3')],
    usage: { completionTokens: 10 },
    expected: '10',
  },
  {
    what: 'what was reserved, when only text has a price and nothing was counted',
    pricing: [token('completion_text', '3')],
    expected: '3000',
  },
  {
    what: 'no less than nothing for the rest, when more text than tokens was counted',
    pricing: [token('completion', '1'), token('completion_text', '3')],
    usage: { completionTokens: 5, completionTextTokens: 7 },
    expected: '21',
  },
  ...[1.5, -1, -5, Infinity].map((completionTokens) => ({
    what: `what was reserved, when the provider counts ${completionTokens} tokens`,
    pricing: [token('completion', '0.001')],
    usage: { completionTokens },
    expected: '1',
  })),
];

describe('what is charged for a whole answer (contract §8.5, §4.7)', () => {
  for (const row of WHOLE) it(row.what, () => assert.equal(chargeOf(row), row.expected));
});
