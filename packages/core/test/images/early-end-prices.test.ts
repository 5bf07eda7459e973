import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { token, perImage, chargeOf, type Case } from './price-cases.ts';

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

describe('what is charged for a stream that ended early (contract §4.7)', () => {
  for (const row of EARLY) it(row.what, () => assert.equal(chargeOf(row), row.expected));
});
