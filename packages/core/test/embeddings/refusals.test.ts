import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock, createMemoryIdempotencyStore } from '@model-gateway/core';
import { bearer } from '../builders.ts';
import {
  ACCOUNT,
  anEmbedder,
  anEndpoint,
  answers,
  aVectorGateway,
  counts,
  fails,
  floats,
  jsonOf,
  type Embed,
} from './embedding-builders.ts';

describe('malformed inputs (contract §17.1)', () => {
  const rows: readonly [string, object, RegExp][] = [
    ['an empty text', { input: '' }, /input must/],
    ['an empty text of several', { input: ['a', ''] }, /input\[1\]/],
    ['an empty list', { input: [] }, /input must/],
    ['an empty list of tokens', { input: [[]] }, /input\[0\]/],
    ['an invalid token', { input: [1, -1] }, /input\[1\]/],
    [
      'two kinds',
      { input: ['a', [1]] },
      /input\[1\] must be a text, as those before it, got a list of tokens/,
    ],
    ['no parts', { input: [{ content: [] }] }, /input\[0\]\.content/],
    [
      'an image that is nowhere',
      { input: [{ content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
      /data URL/,
    ],
    ['more than there may be', { input: Array.from({ length: 10_001 }, () => 'a') }, /10000/],
    [
      'more lists of tokens than there may be',
      { input: Array.from({ length: 10_001 }, () => [1]) },
      /input must be a list of 1 to 10000, got 10001/,
    ],
    ['a length of 0', { dimensions: 0 }, /dimensions must/],
    ['an unknown form', { encoding_format: 'int8' }, /encoding_format must/],
  ];
  for (const [what, body, message] of rows) {
    it(`are a 400 for ${what}`, async () => {
      const provider = anEmbedder('one');
      const response = await aVectorGateway([provider]).embed(body);
      assert.equal(response.status, 400);
      assert.match(jsonOf(response).error?.message ?? '', message);
      assert.equal(jsonOf(response).error?.metadata?.['error_type'], 'invalid_request');
      assert.deepEqual(provider.jobs, []);
    });
  }
});

describe('what an endpoint cannot do (contract §17.3)', () => {
  const image = 'data:image/png;base64,AAAA';
  const shown = (url: string) => [{ content: [{ type: 'image_url', image_url: { url } }] }];
  const rows: readonly [string, Parameters<typeof anEndpoint>[0], object, RegExp][] = [
    [
      'a length out of range',
      {},
      { dimensions: 9 },
      /dimensions must be from 1 to 8, got 9 \(ONE\)/,
    ],
    [
      'a length that it does not list',
      { dimensions: { usual: 2, oneOf: [2, 4] } },
      { dimensions: 3 },
      /one of 2, 4, got 3/,
    ],
    [
      'a length of a fixed one',
      { dimensions: { usual: 2 } },
      { dimensions: 3 },
      /left out or 2, got 3/,
    ],
    [
      'tokens',
      { inputs: new Set(['text']) },
      { input: [1, 2] },
      /input must not be or hold tokens/,
    ],
    [
      'an image',
      { inputs: new Set(['text']) },
      { input: shown(image) },
      /must not be or hold an image/,
    ],
    ['a URL', {}, { input: shown('https://a.example/x.png') }, /must hold media as data URLs/],
    [
      'more tokens than its context',
      { contextTokens: 2 },
      { input: ['a', [1, 2, 3]].slice(1) },
      /longer than 2 tokens/,
    ],
    [
      'a text that is too long for certain',
      { contextTokens: 1 },
      { input: 'x'.repeat(200) },
      /longer than 1 tokens/,
    ],
  ];
  for (const [what, changes, body, message] of rows) {
    it(`refuses ${what}, and the next endpoint may serve`, async () => {
      const unable = anEmbedder('one', counts, anEndpoint(changes));
      const alone = await aVectorGateway([unable]).embed(body);
      assert.equal(alone.status, 400);
      assert.match(jsonOf(alone).error?.message ?? '', message);
      const able = anEmbedder(
        'two',
        counts,
        anEndpoint({ dimensions: { from: [1, 99] }, fetchesMedia: true }),
      );
      const served = await aVectorGateway([unable, able]).embed(body);
      assert.equal(served.headers['x-provider-name'], 'TWO');
      assert.deepEqual(unable.jobs, []);
    });
  }

  it('takes the usual length from one that cannot choose', async () => {
    const provider = anEmbedder('one', counts, anEndpoint({ dimensions: { usual: 2 } }));
    assert.equal((await aVectorGateway([provider]).embed({ dimensions: 2 })).status, 200);
    assert.equal(provider.jobs[0]?.dimensions, undefined);
  });

  it('leaves an input type out that means nothing there, and reports it', async () => {
    const provider = anEmbedder('one', counts, anEndpoint({ inputTypes: new Set() }));
    const { embed } = aVectorGateway([provider]);
    const response = await embed({ input_type: 'search_query' });
    assert.equal(response.headers['x-gateway-warnings'], 'input_type=ignored');
    assert.equal(provider.jobs[0]?.inputType, undefined);
    const strict = { input_type: 'search_query', provider: { require_parameters: true } };
    assert.equal((await embed(strict)).status, 404);
  });

  it('is a 404 or a 400 for models that make something else', async () => {
    const { embed } = aVectorGateway([anEmbedder('one')]);
    assert.equal((await embed({ model: 'acme/atlas' })).status, 404);
    const response = await embed({ model: 'acme/quill-1' });
    assert.equal(response.status, 400);
    assert.match(jsonOf(response).error?.message ?? '', /makes text, not embeddings/);
  });
});

describe('malformed answers (contract §17.3)', () => {
  const NaNs = floats(0, Number.NaN);
  const part = (text: string) => ({ encoding: 'base64' as const, parts: [Buffer.from(text)] });
  const rows: readonly [string, Embed][] = [
    ['fewer vectors than inputs', answers({ vectors: [] })],
    ['a vector without numbers', answers({ vectors: [floats()] })],
    ['something else than numbers', answers({ vectors: [NaNs] })],
    ['invalid base64', answers({ vectors: [part('AA!AAAAA')] })],
    ['base64 of half a number', answers({ vectors: [part('AAA=')] })],
    ['fewer than no tokens', answers({ vectors: [floats(1, 2)], usage: { promptTokens: -5 } })],
    [
      'more tokens than sums may have',
      answers({ vectors: [floats(1, 2)], usage: { promptTokens: 10_000_000_001 } }),
    ],
    ['half a token', answers({ vectors: [floats(1, 2)], usage: { promptTokens: 2.5 } })],
    ['no number of tokens', answers({ vectors: [floats(1, 2)], usage: { imageTokens: NaN } })],
  ];
  for (const [what, script] of rows) {
    it(`make the next endpoint serve: ${what}`, async () => {
      const { embed, balance } = aVectorGateway([anEmbedder('one', script), anEmbedder('two')]);
      assert.equal((await embed()).headers['x-provider-name'], 'TWO');
      assert.equal(balance(), '9.99998');
    });
  }

  it('are a 502 where no other can serve', async () => {
    const { embed, balance } = aVectorGateway([anEmbedder('one', answers({ vectors: [] }))]);
    assert.equal((await embed()).status, 502);
    assert.equal(balance(), '10');
  });

  it('have vectors of the length asked for, the same each', async () => {
    const uneven = answers({ vectors: [floats(1), floats(1, 2)] });
    const { embed } = aVectorGateway([anEmbedder('one', uneven)]);
    assert.equal((await embed({ input: ['a', 'b'] })).status, 502);
    const short = aVectorGateway([anEmbedder('one', answers({ vectors: [floats(1)] }))]);
    assert.equal((await short.embed({ dimensions: 4 })).status, 502);
  });
});

describe('failures and money (contract §17.4)', () => {
  it('lets the next endpoint make all vectors, and charges for those alone', async () => {
    const first = anEmbedder(
      'one',
      [counts, fails('server')],
      anEndpoint({ batch: { inputs: 1 } }),
    );
    const second = anEmbedder('two');
    const { embed, balance, records } = aVectorGateway([first, second]);
    const response = await embed({ input: ['a', 'b'] });
    assert.equal(response.headers['x-provider-name'], 'TWO');
    assert.equal(jsonOf(response).usage?.['prompt_tokens'], 2);
    assert.equal(balance(), '9.99996');
    const attempts = records[0]?.generation?.attempts.map(({ provider, outcome }) => [
      provider,
      outcome,
    ]);
    assert.deepEqual(attempts, [
      ['one', 'failed'],
      ['two', 'succeeded'],
    ]);
  });

  it('reserves a token for each byte, and is a 402 where the account has less', async () => {
    const { embed, ledger } = aVectorGateway([anEmbedder('one')]);
    ledger.deposit(ACCOUNT, '-9.9999');
    const response = await embed({ input: 'x'.repeat(8) });
    assert.equal(response.status, 402);
    assert.equal(jsonOf(response).error?.metadata?.['required_usd'], '0.0002');
    assert.equal((await embed({ input: 'x' })).status, 200);
  });

  it('charges by the price list where the cost that the provider states is not a valid amount', async () => {
    for (const costUsd of ['', 'n/a', '-1']) {
      const one = answers({ vectors: [floats(1, 2)], usage: { promptTokens: 5, costUsd } });
      const two = answers({ vectors: [floats(1, 2)], usage: { promptTokens: 5, costUsd: '2' } });
      const provider = anEmbedder('one', [one, two], anEndpoint({ batch: { inputs: 1 } }));
      const { embed, balance } = aVectorGateway([provider]);
      await embed({ input: ['red panda', 'red panda'] });
      assert.equal(balance(), '9.9998', costUsd);
    }
  });

  it('never charges more than was reserved, and by the provider’s own amount where it is exact', async () => {
    const usage = { promptTokens: 1_000_000 };
    const much = aVectorGateway([anEmbedder('one', answers({ vectors: [floats(1)], usage }))]);
    await much.embed({ input: 'x' });
    assert.equal(much.balance(), '9.99994');
    const told = { vectors: [floats(1)], usage: { promptTokens: 1, costUsd: '0.00001' } };
    const exact = aVectorGateway([anEmbedder('one', answers(told))]);
    await exact.embed({ input: 'x' });
    assert.equal(exact.balance(), '9.99999');
  });

  it('answers a repetition with the same key once', async () => {
    const provider = anEmbedder('one');
    const { embed, balance } = aVectorGateway([provider], {
      idempotency: createMemoryIdempotencyStore({ clock: createManualClock(0) }),
    });
    const headers = { ...bearer(), 'idempotency-key': 'k' };
    const [first, second] = [await embed({}, { headers }), await embed({}, { headers })];
    assert.deepEqual(jsonOf(second), jsonOf(first));
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assert.equal(provider.jobs.length, 1);
    assert.equal(balance(), '9.99998');
  });

  it('sorts and excludes endpoints as conversations do', async () => {
    const dear = anEmbedder(
      'dear',
      counts,
      anEndpoint({ pricing: { prompt: '0.001', completion: '0' }, throughput: 9 }),
    );
    const cheap = anEmbedder('cheap', counts, anEndpoint({ collectsData: true }));
    const { embed } = aVectorGateway([dear, cheap], { aliases: { atlas: 'acme/atlas-1' } });
    const by = async (body: object) => (await embed(body)).headers['x-provider-name'];
    assert.equal(await by({ provider: { sort: 'price' } }), 'CHEAP');
    assert.equal(await by({ model: 'atlas:nitro' }), 'DEAR');
    assert.equal(await by({ provider: { data_collection: 'deny' } }), 'DEAR');
    assert.equal((await embed({ provider: { only: ['other'] } })).status, 404);
  });
});
