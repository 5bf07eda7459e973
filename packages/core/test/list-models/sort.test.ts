import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CatalogEntry, Model, ModelSignals } from '@model-gateway/core';
import { NOW_SECONDS, aGateway, anEntry, ids } from '../builders.ts';

/* The twelve orders. Source: contract §3.8. */

/** Ids `a`, `b`, `c`… in the catalog's own order. */
function catalogOf(...entries: readonly CatalogEntry[]): CatalogEntry[] {
  return entries.map(({ model, signals }, i) => ({
    model: { ...model, id: String.fromCodePoint(0x61 + i) },
    signals,
  }));
}

const model = (given: Partial<Model>) => anEntry(given);
const signal = (signals: ModelSignals) => anEntry({}, signals);
const price = (prompt: string, completion: string, discount?: number) =>
  model({ pricing: { prompt, completion, ...(discount === undefined ? {} : { discount }) } });
const ranked = (intelligence: number | null, coding: number | null, agentic: number | null) =>
  model({
    benchmarks: {
      design_ranking: [],
      external_index: {
        intelligence_index: intelligence,
        coding_index: coding,
        agentic_index: agentic,
      },
    },
  });
const elo = (...elos: readonly number[]) =>
  model({
    benchmarks: {
      design_ranking: elos.map((value) => ({
        arena: 'models',
        category: 'website',
        elo: value,
        win_rate: 50,
        rank: 1,
      })),
    },
  });
const unknown = anEntry();

const weekly = catalogOf(
  unknown,
  signal({ weekly_tokens: 5 }),
  signal({ weekly_tokens: 0 }),
  signal({ weekly_tokens: 90 }),
  signal({ weekly_tokens: 5 }),
  unknown,
);
const indexes = catalogOf(
  ranked(null, 3, 50.1),
  unknown,
  ranked(50, 0, 50.1),
  ranked(50.5, 9, null),
  ranked(50, 3, 60),
);
const prices = catalogOf(
  price('-1', '-1'),
  price('0.000002', '0.000002'),
  price('0.000001', '0.000009'),
  // A mean of 2 per million too, exactly, after half of it is taken off.
  price('0.000003', '0.000005', 0.5),
  price('0', '0'),
  price('0.000001', '-1'),
  price('0.000009', '0.000009', 1),
);

const CASES: readonly { sort: string; entries: readonly CatalogEntry[]; order: string }[] = [
  { sort: 'most-popular', entries: weekly, order: 'dbecaf' },
  { sort: 'top-weekly', entries: weekly, order: 'dbecaf' },
  {
    sort: 'newest',
    entries: catalogOf(
      model({ created: NOW_SECONDS - 9 }),
      model({ created: NOW_SECONDS }),
      model({ created: NOW_SECONDS - 9 }),
      model({ created: 0 }),
    ),
    order: 'bacd',
  },
  { sort: 'pricing-low-to-high', entries: prices, order: 'egbdcaf' },
  { sort: 'pricing-high-to-low', entries: prices, order: 'cbdegaf' },
  {
    sort: 'context-high-to-low',
    entries: catalogOf(
      model({ context_length: 8192 }),
      model({ context_length: null }),
      model({ context_length: 1_048_576 }),
      model({ context_length: 8192 }),
      model({ context_length: 0 }),
    ),
    order: 'cadeb',
  },
  {
    sort: 'throughput-high-to-low',
    entries: catalogOf(
      unknown,
      signal({ throughput_p50: 0 }),
      signal({ throughput_p50: 80.5 }),
      signal({ throughput_p50: 80.25 }),
      signal({ throughput_p50: 80.5 }),
    ),
    order: 'cedba',
  },
  {
    sort: 'latency-low-to-high',
    entries: catalogOf(
      unknown,
      signal({ latency_p50: 4 }),
      signal({ latency_p50: 0.25 }),
      signal({ latency_p50: 0 }),
      signal({ latency_p50: 0.25 }),
    ),
    order: 'dceba',
  },
  { sort: 'intelligence-high-to-low', entries: indexes, order: 'dceab' },
  { sort: 'coding-high-to-low', entries: indexes, order: 'daecb' },
  { sort: 'agentic-high-to-low', entries: indexes, order: 'eacbd' },
  {
    sort: 'design-ranking-elo-high-to-low',
    entries: catalogOf(unknown, elo(900, 1250, 1000), elo(), elo(1250.5), elo(1250), elo(1)),
    order: 'dbefac',
  },
];

describe('sort', () => {
  for (const { sort, entries, order } of CASES) {
    it(`by ${sort}: ties in the catalog’s order, models without the value last`, async () => {
      assert.equal((await ids(aGateway({ entries }), `?sort=${sort}`)).join(''), order);
    });
  }

  it('is the catalog’s own order when absent', async () => {
    assert.equal((await ids(aGateway({ entries: weekly }), '')).join(''), 'abcdef');
  });

  it('orders what the filters leave', async () => {
    const gateway = aGateway({ entries: prices });
    const search = '?sort=pricing-high-to-low&min_price=1';
    assert.equal((await ids(gateway, search)).join(''), 'cbdf');
  });

  it('comes before the page is cut', async () => {
    const gateway = aGateway({ entries: weekly });
    assert.equal((await ids(gateway, '?sort=top-weekly&offset=1&limit=3')).join(''), 'bec');
  });

  it('does not change the order for the next request', async () => {
    const gateway = aGateway({ entries: weekly });
    await ids(gateway, '?sort=top-weekly');
    assert.equal((await ids(gateway, '')).join(''), 'abcdef');
  });
});
