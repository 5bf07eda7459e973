import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImagePrice } from '@model-gateway/core';
import { chargeFor, upperBound } from '../../src/images/billing.ts';
import type { JobOutline } from '../../src/images/capability.ts';
import type { ReportedUsage } from '../../src/images/list-cost.ts';
import { anEndpoint, MODEL } from './image-builders.ts';

function aJob(changes: Partial<JobOutline> = {}): JobOutline {
  return {
    model: MODEL,
    prompt: 'ten bytes!',
    n: 1,
    format: 'png',
    stream: false,
    options: {},
    ...changes,
  };
}

const token = (
  billable: 'prompt' | 'prompt_image' | 'completion' | 'completion_text',
  usd: string,
  minPromptTokens?: number,
): ImagePrice => ({
  billable,
  unit: 'token',
  usd,
  ...(minPromptTokens !== undefined && { when: { minPromptTokens } }),
});

const perImage = (usd: string, when?: ImagePrice['when']): ImagePrice => ({
  billable: 'output_image',
  unit: 'image',
  usd,
  ...(when && { when }),
});

interface Case {
  readonly what: string;
  readonly pricing: readonly ImagePrice[];
  readonly job?: Partial<JobOutline>;
  readonly references?: number;
  readonly usage?: ReportedUsage;
  /** All of them unless said. */
  readonly completed?: number;
  readonly expected: string;
}

function chargeOf({ pricing, job = {}, references = 0, usage, completed }: Case): string {
  const endpoint = anEndpoint({ pricing, maxTokensPerImage: 1000 });
  const outline = aJob(job);
  const billed = {
    job: outline,
    endpoint,
    references,
    upperBound: upperBound(outline, endpoint, references),
  };
  return chargeFor(billed, usage, completed ?? outline.n);
}

const OVERRIDDEN = [
  token('prompt', '0.001'),
  token('prompt', '0.1', 10),
  token('prompt', '0.2', 100),
  token('completion', '0.00001'),
];
const LONG = { prompt: 'x'.repeat(400) };

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
    what: 'nothing for a negative price, which is none',
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

const EARLY: readonly Case[] = [
  {
    what: 'the images that came, by the image',
    pricing: [perImage('0.04')],
    job: { n: 10 },
    completed: 9,
    expected: '0.36',
  },
  {
    what: 'nothing when none came, whatever the input cost',
    pricing: [perImage('0.04'), { billable: 'input_image', unit: 'image', usd: '1' }],
    job: { n: 4 },
    references: 2,
    completed: 0,
    expected: '0',
  },
  {
    what: 'all references, as a request for those images would have cost',
    pricing: [perImage('0.04'), { billable: 'input_image', unit: 'image', usd: '1' }],
    job: { n: 4 },
    references: 2,
    completed: 1,
    expected: '2.04',
  },
  {
    what: 'all of the prompt and a share of the completion, when they were counted',
    pricing: [token('prompt', '1'), token('completion', '0.01')],
    job: { n: 4 },
    usage: { promptTokens: 3, completionTokens: 100 },
    completed: 1,
    expected: '3.25',
  },
  {
    what: 'a share of what was reserved, when tokens were not counted',
    pricing: [token('completion', '0.01')],
    job: { n: 4 },
    completed: 3,
    expected: '30',
  },
  {
    what: 'a share that no decimal can write, rounded down at 18 digits',
    pricing: [token('completion', '0.00001')],
    job: { n: 3 },
    usage: { completionTokens: 100 },
    completed: 2,
    expected: '0.000666666666666666',
  },
  {
    what: 'a share of what the provider said all of it cost',
    pricing: [perImage('0.04')],
    job: { n: 4 },
    usage: { costUsd: '0.1' },
    completed: 1,
    expected: '0.025',
  },
  {
    what: 'all tokens of references',
    pricing: [token('prompt_image', '1')],
    job: { n: 4 },
    references: 1,
    usage: { promptTokens: 9, promptImageTokens: 4, completionTokens: 0 },
    completed: 1,
    expected: '4',
  },
  {
    what: 'the images by the list, when only tokens that are free were not counted',
    pricing: [
      perImage('0.04'),
      { billable: 'input_image', unit: 'image', usd: '1' },
      token('completion', '0'),
    ],
    job: { n: 4 },
    references: 2,
    completed: 1,
    expected: '2.04',
  },
];

describe('what is charged for a whole answer (contract §8.5, §4.7)', () => {
  for (const row of WHOLE) it(row.what, () => assert.equal(chargeOf(row), row.expected));
});

describe('what is charged for a stream that ended early (contract §4.7)', () => {
  for (const row of EARLY) it(row.what, () => assert.equal(chargeOf(row), row.expected));
});

describe('what is reserved (contract §4.7)', () => {
  const reserved = (pricing: readonly ImagePrice[], job: Partial<JobOutline>, references = 0) =>
    upperBound(aJob(job), anEndpoint({ pricing, maxTokensPerImage: 1000 }), references);

  it('is a token for each byte of the prompt', () => {
    assert.equal(reserved([token('prompt', '1')], { prompt: 'née' }), '4');
  });

  it('is the most tokens of an image for each reference', () => {
    assert.equal(reserved([token('prompt', '1')], {}, 3), '3010');
  });

  it('is the most tokens for each image', () => {
    assert.equal(reserved([token('completion', '0.5')], { n: 4 }), '2000');
  });

  it('has the overrides that the longest prompt can reach', () => {
    assert.equal(reserved([token('prompt', '1'), token('prompt', '2', 9)], {}), '20');
    assert.equal(reserved([token('prompt', '1'), token('prompt', '2', 10)], {}), '10');
  });

  it('has the price below an override that makes long prompts cheaper', () => {
    assert.equal(reserved([token('prompt', '1'), token('prompt', '0.1', 7.5)], {}), '7');
  });

  it('takes the kind of token that costs more', () => {
    const expensiveImages = [token('prompt', '1'), token('prompt_image', '2')];
    assert.equal(reserved(expensiveImages, {}, 1), '2010');
    const expensiveText = [token('completion', '1'), token('completion_text', '3')];
    assert.equal(reserved(expensiveText, {}), '3000');
  });
});
