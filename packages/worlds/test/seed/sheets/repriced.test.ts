import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Family, House } from '../../../src/seed/families/family.ts';
import type { PriceRow } from '../../../src/seed/prices/price-row.ts';
import { repriced } from '../../../src/seed/sheets/repriced.ts';
import type { Sheet } from '../../../src/seed/sheets/sheet.ts';

const family = (house: House): Family => ({
  author: 'acme',
  slug: 'quill',
  name: 'Quill',
  house,
  tokenizer: 'Other',
  generations: [],
  tiers: [],
});

const sheet = (price: PriceRow): Sheet => ({
  age: 1,
  price,
  limits: [131_072, null],
  reads: 'text',
  parameters: 'max_tokens',
});

const prices = (house: House, rows: readonly PriceRow[], share: number) =>
  repriced(rows.map(sheet), family(house), share).map(({ price }) => price);

describe('repriced', () => {
  it('multiplies all prices per token by one factor, and leaves prices per request', () => {
    const row: PriceRow = [
      0.4,
      2,
      { read: 0.04, write: 0.6, search: '0.005', steps: [[128_000, 0.8, 4]] },
    ];
    assert.deepEqual(prices('open', [row], 0), [
      [0.2, 1, { read: 0.02, write: 0.3, search: '0.005', steps: [[128_000, 0.4, 2]] }],
    ]);
  });

  it('takes no factor that makes a price longer', () => {
    for (const share of [0, 0.2, 0.4, 0.6, 0.8, 0.99]) {
      const [[prompt, completion] = [0, 0]] = prices('open', [[0.14, 0.28]], share);
      assert.match(`${prompt} ${completion}`, /^0\.0?\d\d? 0\.\d\d?$/);
      assert.equal(completion / prompt, 2);
      assert.notEqual(prompt, 0.14);
    }
  });

  it('keeps the prices of the three large vendors', () => {
    for (const house of ['flagship', 'assistant', 'multimodal'] as const) {
      assert.deepEqual(prices(house, [[5, 25]], 0.3), [[5, 25]]);
    }
  });

  it('takes one factor for all models of a vendor that sells them itself', () => {
    const [small = [0, 0], large = [0, 0]] = prices(
      'cloud',
      [
        [1, 2],
        [1.25, 2.5],
      ],
      0,
    );
    assert.equal(large[0] / small[0], 1.25);
    assert.notEqual(small[0], 1);
  });
});
