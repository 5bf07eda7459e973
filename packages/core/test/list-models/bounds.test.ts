import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ModelSignals } from '@model-gateway/core';
import { NOW, NOW_SECONDS, aClock, aGateway, anEntry, ids, list } from '../builders.ts';
import { describeFilter } from './describe-filter.ts';

/* Bounds are inclusive, and a model without the value fails any. Source: contract §3.6. */

const DAY = 86_400;

const withSignals = (signals: ModelSignals) => anEntry({}, signals);

describeFilter(
  'context',
  {
    small: anEntry({ context_length: 8191 }),
    exact: anEntry({ context_length: 8192 }),
    large: anEntry({ context_length: 1_048_576 }),
    unknown: anEntry({ context_length: null }),
  },
  [
    { rule: 'is an inclusive minimum', search: '?context=8192', found: ['exact', 'large'] },
    {
      rule: 'fails a model without a length',
      search: '?context=1',
      found: ['small', 'exact', 'large'],
    },
  ],
);

const withPrice = (prompt: string, completion: string, discount?: number) =>
  anEntry({ pricing: { prompt, completion, ...(discount === undefined ? {} : { discount }) } });

describeFilter(
  'prices',
  {
    free: withPrice('0', '0'),
    // 0.0000003 × 1e6 is 0.3 exactly and 0.29999999999999999 in binary.
    cheap: withPrice('0.0000003', '0.0000011'),
    half: withPrice('0.000001', '0.000004', 0.5),
    // 3 × (1 − 0.9) is 0.3 exactly and 0.29999999999999993 in binary.
    tenth: withPrice('0.000003', '0.00001', 0.9),
    gift: withPrice('0.000005', '0.000005', 1),
    exponent: withPrice('2e-6', '8e-6'),
    router: withPrice('-1', '-1'),
    odd: withPrice('free', ''),
  },
  [
    {
      rule: 'max is inclusive and decimal',
      search: '?max_price=0.3',
      found: ['free', 'cheap', 'tenth', 'gift'],
    },
    {
      rule: 'min is inclusive and decimal',
      search: '?min_price=0.3',
      found: ['cheap', 'half', 'tenth', 'exponent'],
    },
    { rule: 'the discount counts', search: '?min_price=0.5&max_price=0.5', found: ['half'] },
    {
      rule: 'a negative price means no price',
      search: '?min_price=0',
      found: ['free', 'cheap', 'half', 'tenth', 'gift', 'exponent'],
    },
    { rule: 'a price of zero is one', search: '?max_price=0', found: ['free', 'gift'] },
    {
      rule: 'output prices have their own bounds',
      search: '?min_output_price=1.1&max_output_price=2',
      found: ['cheap', 'half'],
    },
    {
      rule: 'a negative output price means no price',
      search: '?max_output_price=0',
      found: ['free', 'gift'],
    },
    { rule: 'min above max finds nothing', search: '?min_price=2&max_price=1', found: [] },
  ],
);

describeFilter(
  'prices beyond what a double tells apart',
  {
    tenth: withPrice('0.0000001', '0'),
    // One part in 10^20 above a tenth per million.
    above: withPrice('0.000000100000000000000000001', '0'),
  },
  [
    { rule: 'the higher one fails max', search: '?max_price=0.1', found: ['tenth'] },
    {
      rule: 'the higher one sorts first',
      search: '?sort=pricing-high-to-low',
      found: ['above', 'tenth'],
    },
  ],
);

describeFilter(
  'price bounds beyond what a double tells apart',
  {
    three: withPrice('0.000003', '0.000003'),
    // 0.3 × (1 − 1/3) as JSON says it: 0.20000000000000001 exactly, which reads back as 0.2.
    third: withPrice('0.0000003', '0.0000003', 0.3333333333333333),
    fifth: withPrice('0.0000002', '0.0000002'),
  },
  [
    {
      rule: 'a bound just above a price excludes it',
      search: '?min_price=3.000000000000000001',
      found: [],
    },
    {
      rule: 'a bound just below a price excludes it',
      search: '?max_price=2.999999999999999999&min_price=1',
      found: [],
    },
    {
      rule: 'a discounted price differs from its neighbour',
      search: '?max_output_price=0.2',
      found: ['fifth'],
    },
    {
      rule: 'every digit of a discounted price may be asked for',
      search: '?min_output_price=0.20000000000000001&max_output_price=0.20000000000000001',
      found: ['third'],
    },
    {
      rule: 'zeros at the ends of a bound say nothing',
      search: '?min_price=0003.000&max_price=3.0000000000000000000000',
      found: ['three'],
    },
    {
      rule: 'a bound too small for a double is not zero',
      search: `?max_price=${'0.'.padEnd(400, '0')}1`,
      found: [],
    },
  ],
);

const withIndexes = (intelligence: number | null, coding: number | null, agentic: number | null) =>
  anEntry({
    benchmarks: {
      design_ranking: [],
      external_index: {
        intelligence_index: intelligence,
        coding_index: coding,
        agentic_index: agentic,
      },
    },
  });

describeFilter(
  'benchmark indexes',
  {
    high: withIndexes(57.3, 40, 30),
    low: withIndexes(12, 57.3, 0),
    partial: withIndexes(null, null, 57.3),
    unranked: anEntry({ benchmarks: { design_ranking: [] } }),
    unknown: anEntry(),
  },
  [
    {
      rule: 'min intelligence is inclusive',
      search: '?min_intelligence_index=57.3',
      found: ['high'],
    },
    { rule: 'max intelligence is inclusive', search: '?max_intelligence_index=12', found: ['low'] },
    { rule: 'min coding', search: '?min_coding_index=57.3', found: ['low'] },
    { rule: 'max coding', search: '?max_coding_index=40', found: ['high'] },
    { rule: 'min agentic', search: '?min_agentic_index=30', found: ['high', 'partial'] },
    { rule: 'max agentic', search: '?max_agentic_index=30', found: ['high', 'low'] },
    {
      rule: 'a missing index fails even a minimum of 0',
      search: '?min_intelligence_index=0',
      found: ['high', 'low'],
    },
    {
      rule: 'an index of 0 is one',
      search: '?min_agentic_index=0',
      found: ['high', 'low', 'partial'],
    },
  ],
);

describeFilter(
  'bounds that a double cannot say, of values that are stored as doubles',
  {
    tenth: withIndexes(0.1, 0, 0),
    // 0.1 + 0.2, whose shortest decimal is 0.30000000000000004.
    sum: withIndexes(0.1 + 0.2, 0, 0),
    zero: withIndexes(0, 0, 0),
    success: withSignals({ tool_success_rate: 0.95 }),
  },
  [
    {
      rule: 'min just above a value excludes it',
      search: '?min_intelligence_index=0.100000000000000001',
      found: ['sum'],
    },
    {
      rule: 'max just below a value excludes it',
      search: '?max_intelligence_index=0.099999999999999999',
      found: ['zero'],
    },
    {
      rule: 'a value is the shortest decimal that reads back as it',
      search: '?min_intelligence_index=0.30000000000000004',
      found: ['sum'],
    },
    {
      rule: 'a bound that reads back as a value is still above its shortest decimal',
      search: '?min_intelligence_index=0.300000000000000041',
      found: [],
    },
    {
      rule: 'a bound too small for a double is above zero',
      search: `?min_intelligence_index=${'0.'.padEnd(400, '0')}1`,
      found: ['tenth', 'sum'],
    },
    {
      rule: 'and zero is below it',
      search: `?max_intelligence_index=${'0.'.padEnd(400, '0')}1`,
      found: ['zero'],
    },
    {
      rule: 'shares of tool calls, too: min',
      search: '?min_tool_success_rate=0.950000000000000001',
      found: [],
    },
    {
      rule: 'shares of tool calls, too: max',
      search: '?max_tool_success_rate=0.949999999999999999',
      found: [],
    },
  ],
);

describeFilter(
  'tool success',
  {
    never: withSignals({ tool_success_rate: 0 }),
    often: withSignals({ tool_success_rate: 0.95 }),
    always: withSignals({ tool_success_rate: 1 }),
    unknown: withSignals({}),
  },
  [
    { rule: 'min is inclusive', search: '?min_tool_success_rate=0.95', found: ['often', 'always'] },
    { rule: 'max is inclusive', search: '?max_tool_success_rate=0.95', found: ['never', 'often'] },
    {
      rule: 'unknown fails',
      search: '?min_tool_success_rate=0',
      found: ['never', 'often', 'always'],
    },
  ],
);

describeFilter(
  'age',
  {
    new: anEntry({ created: NOW_SECONDS }),
    'almost a day': anEntry({ created: NOW_SECONDS - DAY + 1 }),
    'a day': anEntry({ created: NOW_SECONDS - DAY }),
    'two days': anEntry({ created: NOW_SECONDS - 2 * DAY }),
  },
  [
    { rule: 'counts whole days', search: '?max_age_days=0', found: ['new', 'almost a day'] },
    { rule: 'min is inclusive', search: '?min_age_days=1', found: ['a day', 'two days'] },
    {
      rule: 'max is inclusive',
      search: '?max_age_days=1',
      found: ['new', 'almost a day', 'a day'],
    },
    { rule: 'both', search: '?min_age_days=1&max_age_days=1', found: ['a day'] },
  ],
);

describe('age', () => {
  it('is measured by the gateway’s clock', async () => {
    const clock = aClock(NOW + (DAY - 1) * 1000 + 999);
    const gateway = aGateway({ entries: [anEntry({ created: NOW_SECONDS })], clock });
    assert.deepEqual(await ids(gateway, '?min_age_days=1'), []);
    clock.advance(1);
    assert.deepEqual(await ids(gateway, '?min_age_days=1'), ['acme/model']);
  });
});

describe('bounds', () => {
  for (const name of [
    'price',
    'output_price',
    'age_days',
    'intelligence_index',
    'coding_index',
    'agentic_index',
    'tool_success_rate',
  ]) {
    it(`may cross and then match nothing: ${name}`, async () => {
      const everything = anEntry(
        {
          created: NOW_SECONDS - DAY / 2,
          pricing: { prompt: '0.0000005', completion: '0.0000005' },
          benchmarks: {
            design_ranking: [],
            external_index: { intelligence_index: 0.5, coding_index: 0.5, agentic_index: 0.5 },
          },
        },
        { tool_success_rate: 0.5 },
      );
      const gateway = aGateway({ entries: [everything] });
      assert.deepEqual(await list(gateway, `?min_${name}=1&max_${name}=0`), {
        data: [],
        total_count: 0,
        links: { next: null },
      });
    });
  }
});
