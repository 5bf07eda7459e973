import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RerankAnswer } from '@model-gateway/core';
import {
  aRanker,
  aRanking,
  aVectorGateway,
  jsonOf,
  SIEVE,
} from '../embeddings/embedding-builders.ts';

describe('POST /rerank (contract §18)', () => {
  it('answers with the documents, the best first, and what it costs', async () => {
    const { rank, balance, records } = aVectorGateway([aRanker('one')]);
    const response = await rank({ documents: ['a', { text: 'b' }, { text: 'c', image: null }] });
    assert.equal(response.status, 200);
    const { id, ...json } = jsonOf(response);
    assert.equal(response.headers['x-generation-id'], id);
    assert.deepEqual(json, {
      model: SIEVE,
      provider: 'ONE',
      results: [
        { index: 2, relevance_score: 0.2, document: { text: 'c' } },
        { index: 1, relevance_score: 0.1, document: { text: 'b' } },
        { index: 0, relevance_score: 0, document: { text: 'a' } },
      ],
      usage: { search_units: 1, cost: 0.002 },
    });
    assert.equal(balance(), '9.998');
    assert.equal(records[0]?.generation?.task, 'rerank');
    assert.deepEqual(records[0]?.generation?.parameters, { documents: 3 });
  });

  it('returns the best of them, in the order of their position where they are equal', async () => {
    const even = { results: [2, 0, 1].map((index) => ({ index, score: 0.5 })) };
    const provider = aRanker('one', even);
    const { rank } = aVectorGateway([provider]);
    const { results } = jsonOf(await rank({ top_n: 2 })) as { results?: { index: number }[] };
    assert.deepEqual(
      results?.map(({ index }) => index),
      [0, 1],
    );
    assert.equal(provider.jobs[0]?.topN, 2);
  });

  it('asks for no more than there are', async () => {
    const provider = aRanker('one');
    await aVectorGateway([provider]).rank({ top_n: 9 });
    assert.equal(provider.jobs[0]?.topN, 3);
  });

  const refused: readonly [string, object, RegExp][] = [
    ['no documents', { documents: [] }, /documents must/],
    ['an empty text', { documents: ['a', ''] }, /documents\[1\]/],
    ['an empty object', { documents: [{}] }, /documents\[0\] must have a text, an image or both/],
    ['an image that is nowhere', { documents: [{ image: 'x' }] }, /documents\[0\]\.image must be/],
    ['an empty query', { query: '' }, /query must/],
    ['a top_n of 0', { top_n: 0 }, /top_n must/],
    [
      'an image that no endpoint takes',
      { documents: [{ image: 'data:image/png;base64,AA==' }] },
      /must not hold images \(ONE\)/,
    ],
    [
      'more than an endpoint takes',
      { documents: Array.from({ length: 101 }, () => 'a') },
      /at most 100, got 101/,
    ],
  ];
  for (const [what, body, message] of refused) {
    it(`is a 400 for ${what}`, async () => {
      const response = await aVectorGateway([aRanker('one')]).rank(body);
      assert.equal(response.status, 400);
      assert.match(jsonOf(response).error?.message ?? '', message);
    });
  }

  const none: readonly [string, RerankAnswer['results']][] = [
    [
      'a document is missing',
      [
        { index: 0, score: 1 },
        { index: 1, score: 1 },
      ],
    ],
    ['one comes twice', [0, 0, 1].map((index) => ({ index, score: 1 }))],
    ['one is of another request', [0, 1, 3].map((index) => ({ index, score: 1 }))],
    ['one has no score', [0, 1, 2].map((index) => ({ index, score: Number.NaN }))],
  ];
  for (const [why, results] of none) {
    it(`has the next endpoint rank where ${why}`, async () => {
      const broken = aRanker('one', async (_, { dispatched }) => {
        dispatched();
        return { results };
      });
      const { rank, balance } = aVectorGateway([broken, aRanker('two')]);
      assert.equal((await rank()).headers['x-provider-name'], 'TWO');
      assert.equal(balance(), '9.998');
    });
  }

  const uncountable: readonly [string, RerankAnswer['usage']][] = [
    ['fewer than no tokens', { totalTokens: -1 }],
    ['half a token', { totalTokens: 2.5 }],
    ['fewer than no units', { searchUnits: -0.5 }],
    ['no number of units', { searchUnits: Number.NaN }],
    ['more units than sums may have', { searchUnits: 10_000_000_001 }],
  ];
  for (const [what, usage] of uncountable) {
    it(`has the next endpoint rank where one counts ${what}`, async () => {
      const results = [0, 1, 2].map((index) => ({ index, score: 1 }));
      const broken = aRanker('one', { results, usage });
      const { rank, balance } = aVectorGateway([broken, aRanker('two')]);
      assert.equal((await rank()).headers['x-provider-name'], 'TWO');
      assert.equal(balance(), '9.998');
    });
  }
});

describe('the price of a ranking (contract §18.4)', () => {
  const results = [{ index: 0, score: 1 }];
  const priced = async (usage: RerankAnswer['usage'], pricing: object, documents = ['abc']) => {
    const endpoint = aRanking({
      pricing: { prompt: '0', completion: '0', ...pricing },
      searchUnit: { documents: 2, tokens: 10 },
    });
    const scene = aVectorGateway([aRanker('one', { results, usage }, endpoint)]);
    const response = await scene.rank({ documents, top_n: 1 });
    assert.equal(response.status, 200);
    return scene;
  };

  it('is that of its units of search, or of its tokens', async () => {
    const long = ['x'.repeat(21)];
    assert.equal((await priced({ searchUnits: 2 }, { request: '1' }, long)).balance(), '8');
    assert.equal((await priced({ searchUnits: 0.5 }, { request: '1' })).balance(), '9.5');
    assert.equal((await priced({ totalTokens: 7 }, { prompt: '0.5' })).balance(), '6.5');
    assert.equal(
      (await priced({ searchUnits: 1, costUsd: '0.25' }, { request: '1' })).balance(),
      '9.75',
    );
  });

  it('is estimated where nothing is counted', async () => {
    const { balance, records } = await priced(undefined, { prompt: '0.5' });
    // The query has two tokens, the document one.
    assert.equal(balance(), '8.5');
    assert.equal(records[0]?.generation?.usage?.isEstimated, true);
  });

  it('is that of estimated tokens, too, where the list prices them and only units are told', async () => {
    const { balance } = await priced({ searchUnits: 1 }, { prompt: '0.5', request: '1' });
    assert.equal(balance(), '7.5');
  });

  it('is never more than was reserved', async () => {
    assert.equal((await priced({ searchUnits: 9 }, { request: '1' })).balance(), '9');
  });
});
