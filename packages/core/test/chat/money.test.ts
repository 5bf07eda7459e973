import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryGenerationStore, ProviderFailure, type Pricing } from '@model-gateway/core';
import type { ChatUsage } from '@model-gateway/core/chat';
import { accountOf } from '../../src/accounts/account-of.ts';
import { costOf } from '../../src/inference/money/price.ts';
import { aKey } from '../builders.ts';
import {
  ACCOUNT,
  aChatGateway,
  anEndpoint,
  aTalker,
  chunksOf,
  delta,
  fails,
  framesOf,
  hangs,
  jsonOf,
  PRICING,
  says,
  settled,
  START,
  type Talk,
} from './chat-builders.ts';

describe('costOf', () => {
  const cached = {
    ...PRICING,
    input_cache_read: '0.0001',
    input_cache_write: '0.002',
    input_cache_write_1h: '0.004',
    internal_reasoning: '0.02',
    request: '1',
    web_search: '3',
    image: '0.5',
  };
  const heard = { ...PRICING, audio: '0.1', image_token: '0.2', audio_output: '0.5' };
  const ofEachKind: ChatUsage = {
    inputTokens: 40,
    cacheReadTokens: 5,
    cacheWriteTokens: 10,
    cacheWriteHourTokens: 4,
    inputAudioTokens: 10,
    inputImageTokens: 5,
    outputTokens: 8,
    reasoningTokens: 2,
    outputAudioTokens: 3,
  };
  const rows: readonly (readonly [string, ChatUsage, Pricing, string])[] = [
    ['all tokens', { inputTokens: 10, outputTokens: 2 }, PRICING, '0.03'],
    [
      'cached and written tokens once each',
      { inputTokens: 153, cacheReadTokens: 100, cacheWriteTokens: 50, outputTokens: 0 },
      { ...cached, request: '0' },
      '0.113',
    ],
    [
      'those that are kept for an hour',
      { inputTokens: 50, cacheWriteTokens: 50, cacheWriteHourTokens: 20, outputTokens: 0 },
      { ...cached, request: '0' },
      '0.14',
    ],
    [
      'cached tokens as others, without a price of their own',
      { inputTokens: 10, cacheReadTokens: 10, outputTokens: 0 },
      PRICING,
      '0.01',
    ],
    [
      'reasoning',
      { inputTokens: 0, outputTokens: 5, reasoningTokens: 3 },
      { ...cached, request: '0' },
      '0.08',
    ],
    ['sounds and pictures', ofEachKind, heard, '3.575'],
    ['each kind of token as all others, without a price of its own', ofEachKind, PRICING, '0.12'],
    [
      'those that are kept for an hour as all that are written, without a price of their own',
      { inputTokens: 10, cacheWriteTokens: 10, cacheWriteHourTokens: 4 },
      { ...PRICING, input_cache_write: '0.002' },
      '0.02',
    ],
    ['a request and searches', { searches: 2 }, cached, '7'],
    [
      'no part beyond its whole',
      { inputTokens: 10, cacheReadTokens: 99, outputTokens: 1, reasoningTokens: 99 },
      { ...cached, request: '0' },
      '0.021',
    ],
    ['nothing for counts of 0', { inputTokens: 0, outputTokens: 0 }, PRICING, '0'],
    ['nothing by a price that is not fixed', { inputTokens: 5 }, { ...PRICING, prompt: '-1' }, '0'],
  ];
  for (const [what, usage, pricing, cost] of rows) {
    it(`prices ${what}`, () => assert.equal(costOf(usage, pricing, { images: 0 }).usd, cost));
  }

  it('prices the images of a request', () => {
    assert.equal(costOf({}, { ...PRICING, image: '0.5' }, { images: 2 }).usd, '1');
  });

  it('says line by line what was counted at which price, discounts applied', () => {
    const usage = { inputTokens: 10, cacheReadTokens: 4, outputTokens: 3, reasoningTokens: 0 };
    const pricing = {
      request: '0',
      prompt: '0.002',
      completion: '0.5',
      input_cache_read: '0.001',
      discount: 0.5,
    };
    assert.deepEqual(costOf(usage, pricing, { images: 0 }).items, [
      { item: 'prompt', count: '6', price: '0.001', usd: '0.006' },
      { item: 'input_cache_read', count: '4', price: '0.0005', usd: '0.002' },
      { item: 'completion', count: '3', price: '0.25', usd: '0.75' },
    ]);
  });
});

describe('charges', () => {
  const balanceAfter = async (scene: ReturnType<typeof aChatGateway>) => {
    await settled();
    assert.equal(scene.clock.waiting, 0);
    return scene.ledger.balanceOf(ACCOUNT);
  };

  it('follow the counts of the provider', async () => {
    const scene = aChatGateway([aTalker('one')]);
    await scene.chat();
    assert.equal(await balanceAfter(scene), '9.97');
  });

  it('are never more than was reserved, and what is above it is recorded', async () => {
    const generations = createMemoryGenerationStore();
    const scene = aChatGateway(
      [aTalker('one', says(['a'], { inputTokens: 1, outputTokens: 9999 }))],
      { generations },
    );
    const json = jsonOf(await scene.chat({ max_tokens: 5 }));
    // 2 bytes and 16 for the message, and 5 tokens.
    assert.equal(json.usage['cost'], 0.068);
    assert.equal(await balanceAfter(scene), '9.932');
    const generation = await generations.find(accountOf(aKey()), json.id);
    assert.deepEqual(generation?.items, [
      { item: 'prompt', count: '1', price: '0.001', usd: '0.001' },
      { item: 'completion', count: '9999', price: '0.01', usd: '99.99' },
      { item: 'above_reserved', count: null, price: null, usd: '-99.923' },
    ]);
  });

  it('follow what the provider says it charges, where it is exact', async () => {
    const said = { inputTokens: 1, outputTokens: 1, costUsd: '0.0042' };
    const scene = aChatGateway([aTalker('one', says(['a'], said))]);
    await scene.chat();
    assert.equal(await balanceAfter(scene), '9.9958');
  });

  for (const [what, costUsd, left] of [
    ['nothing, where the provider says that it is free', '0', '10'],
    ['by the prices, where the provider says less than nothing', '-1', '9.97'],
    ['by the prices, where the provider says no number', 'much', '9.97'],
  ] as const) {
    it(`are ${what}`, async () => {
      const said = { inputTokens: 10, outputTokens: 2, costUsd };
      const scene = aChatGateway([aTalker('one', says(['a'], said))]);
      await scene.chat();
      assert.equal(await balanceAfter(scene), left);
    });
  }

  it('are estimated where nobody counted, and the record says so', async () => {
    // 2 bytes in and 36 out, at 3.6 bytes a token.
    const scene = aChatGateway([aTalker('one', says(['x'.repeat(36)], null))]);
    const json = jsonOf(await scene.chat());
    assert.equal(json.usage['prompt_tokens'], 1);
    assert.equal(json.usage['completion_tokens'], 10);
    assert.equal(await balanceAfter(scene), '9.899');
    assert.equal(scene.records[0]?.generation?.usage?.isEstimated, true);
  });

  it('are estimated at 1,024 tokens for a medium that nobody counted', async () => {
    const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
    const content = [{ type: 'text', text: 'Hi' }, image];
    const endpoint = anEndpoint({ contextTokens: 100_000, maxTokensPerMedia: 2000 });
    const scene = aChatGateway([aTalker('one', says(['x'.repeat(36)], null), endpoint)]);
    await scene.chat({ messages: [{ role: 'user', content }] });
    // 1,025 tokens in and 10 out.
    assert.equal(await balanceAfter(scene), '8.875');
  });

  it('are nothing for an empty answer', async () => {
    const scene = aChatGateway([aTalker('one', says([]))]);
    assert.equal(jsonOf(await scene.chat()).usage['cost'], 0);
    assert.equal(await balanceAfter(scene), '10');
    const streamed = aChatGateway([aTalker('one', says([]))]);
    const frames = await framesOf(await streamed.chat({ stream: true }));
    assert.equal(frames.at(-1)?.usage?.['cost'], 0);
    assert.equal(await balanceAfter(streamed), '10');
  });

  it('cover what was taken of a stream that broke', async () => {
    const scene = aChatGateway([aTalker('one', fails('cut-off', ['x'.repeat(36)]))]);
    await framesOf(await scene.chat({ stream: true }));
    assert.equal(await balanceAfter(scene), '9.899');
  });

  for (const [what, outputTokens, left] of [
    ['the estimate, where the counts lag behind', 1, '9.89'],
    ['the counts, where they are more', 50, '9.49'],
  ] as const) {
    it(`cover of a stream that broke ${what}`, async () => {
      const breaks: Talk = async function* (_job, { dispatched }) {
        dispatched();
        yield [START, { type: 'usage', usage: { inputTokens: 10, outputTokens } }];
        yield [{ type: 'open', block: 0, kind: 'text' }, delta('x'.repeat(36))];
        throw new ProviderFailure('cut-off', 'it said no more');
      };
      const scene = aChatGateway([aTalker('one', breaks)]);
      await framesOf(await scene.chat({ stream: true }));
      assert.equal(await balanceAfter(scene), left);
    });
  }

  it('are nothing for reasoning that the client does not see, of a stream that broke', async () => {
    const thinks: Talk = async function* (_job, { dispatched }) {
      dispatched();
      yield [START, { type: 'open', block: 0, kind: 'reasoning' }];
      yield [delta('x'.repeat(36))];
      throw new ProviderFailure('cut-off', 'it said no more');
    };
    const scene = aChatGateway([aTalker('one', thinks)]);
    const reasoning = { exclude: true };
    const frames = await framesOf(await scene.chat({ stream: true, reasoning }));
    assert.equal(frames.at(-1)?.error?.code, 502);
    assert.equal(await balanceAfter(scene), '10');
  });

  it('cover what was taken by a client that left, and not what it did not take', async () => {
    const talker = aTalker('one', hangs(['x'.repeat(36), 'y'.repeat(36)]));
    const scene = aChatGateway([talker]);
    const { body } = await scene.chat({ stream: true });
    assert.ok(body.kind === 'stream');
    const chunks = body.chunks[Symbol.asyncIterator]();
    await chunks.next();
    await chunks.return?.();
    assert.equal(await balanceAfter(scene), '9.899');
    assert.equal(talker.running, 0);
  });

  it('cover an answer of which only the end was not taken', async () => {
    const scene = aChatGateway([aTalker('one', says(['x'.repeat(36)], null))]);
    const { body } = await scene.chat({ stream: true });
    assert.ok(body.kind === 'stream');
    const chunks = body.chunks[Symbol.asyncIterator]();
    await chunks.next();
    await chunks.return?.();
    assert.equal(await balanceAfter(scene), '9.899');
  });

  it('are nothing for a stream that is never read', async () => {
    const scene = aChatGateway([aTalker('one')]);
    const leaving = new AbortController();
    await scene.chat({ stream: true }, { signal: leaving.signal });
    leaving.abort();
    assert.equal(await balanceAfter(scene), '10');
  });

  it('need credits for the most that an answer can cost', async () => {
    const talker = aTalker('one', says(['a']), anEndpoint({ maxOutputTokens: 5000 }));
    const { chat } = aChatGateway([talker]);
    const response = await chat();
    assert.equal(response.status, 402);
    const metadata = {
      error_type: 'payment_required',
      required_usd: '50.018',
      limit_of: 'account',
    };
    assert.deepEqual(jsonOf(response).error?.metadata, metadata);
    assert.equal(talker.jobs.length, 0);
  });

  it('are made for the answer that came, not for attempts that failed', async () => {
    const scene = aChatGateway([aTalker('one', fails('server')), aTalker('two')]);
    await chunksOf(await scene.chat({ stream: true }));
    assert.equal(await balanceAfter(scene), '9.97');
  });
});
