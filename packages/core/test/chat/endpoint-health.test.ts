import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { present } from '../../src/present.ts';
import { aGateway, aKey, anArchitecture, anEntry, post } from '../builders.ts';
import { aProvider, MODEL as PAINT } from '../images/image-builders.ts';
import { fails as failsToDraw } from '../images/provider-scripts.ts';
import {
  aChatGateway,
  anEndpoint,
  answered,
  aTalker,
  fails,
  framesOf,
  jsonOf,
  MODEL,
  says,
  type Talk,
} from './chat-builders.ts';
import { priced } from './routed.ts';

describe('breakers', () => {
  it('put an endpoint that cools down after the others', async () => {
    const failing = aTalker('cheap', fails('server'), priced('0.001'));
    const other = aTalker('dear', says(['a']), priced('0.002'));
    const { chat } = aChatGateway([failing, other], { breaker: { failures: 1 } });
    await chat();
    await chat();
    assert.equal(failing.jobs.length, 1);
    assert.equal(other.jobs.length, 2);
  });

  it('leave an endpoint alone that fails again and again', async () => {
    const failing = aTalker('one', fails('server'));
    const scene = aChatGateway([failing]);
    for (let turn = 0; turn < 5; turn++) await scene.chat();
    const asked = failing.jobs.length;
    const { value: response } = await answered(scene, scene.chat());
    assert.equal(response.status, 503);
    assert.equal(failing.jobs.length, asked);
    assert.ok(Number(response.headers['retry-after']) > 0);
  });

  it('leave it alone for pictures too, and for chat after pictures that failed', async () => {
    const messages = [{ role: 'user', content: 'Hi' }];
    const asks = [
      ['/chat/completions', { model: PAINT, messages }],
      ['/images', { model: PAINT, prompt: 'a' }],
    ] as const;
    for (const order of [asks, asks.toReversed()]) {
      const { chat } = aTalker('one', fails('server'), { [PAINT]: anEndpoint() });
      const { images } = aProvider('one', failsToDraw('server'));
      const gateway = aGateway({
        entries: [
          anEntry({
            id: PAINT,
            architecture: anArchitecture({ output_modalities: ['text', 'image'] }),
          }),
        ],
        keys: [aKey()],
        providers: [{ slug: 'one', name: 'One', ...present({ chat, images }) }],
        inference: { breaker: { failures: 1 } },
      });
      const statuses: number[] = [];
      for (const [path, body] of order) statuses.push((await post(gateway, path, body)).status);
      assert.deepEqual(statuses, [502, 503]);
    }
  });

  it('say when the first of several may be asked again, in whole seconds', async () => {
    const talkers = [aTalker('one', fails('server')), aTalker('two', fails('server'))];
    const scene = aChatGateway(talkers, { breaker: { failures: 1, cooldownMs: 20_000 } });
    await scene.chat({ provider: { only: ['one'] } });
    scene.clock.advance(5500);
    await scene.chat({ provider: { only: ['two'] } });
    const response = await scene.chat();
    assert.equal(response.status, 503);
    assert.equal(response.headers['retry-after'], '15');
    scene.clock.advance(14_400);
    assert.equal((await scene.chat()).headers['retry-after'], '1');
  });

  it('say so although another endpoint refuses the credential of the gateway', async () => {
    const talkers = [aTalker('one', fails('credential')), aTalker('two', fails('server'))];
    const scene = aChatGateway(talkers, { breaker: { failures: 1 } });
    await scene.chat();
    const both = await scene.chat();
    assert.deepEqual([both.status, both.headers['retry-after']], [503, '15']);
    const refused = await scene.chat({ provider: { only: ['one'] } });
    assert.deepEqual([refused.status, refused.headers['retry-after']], [502, undefined]);
    assert.equal(refused.headers['x-should-retry'], 'false');
    assert.equal(Object(jsonOf(refused).error?.metadata).provider_name, 'ONE');
  });
});

describe('an endpoint that has just failed', () => {
  it('comes after the others for 30 s, unless most of its attempts succeed', async () => {
    const flaky = aTalker('cheap', [fails('server'), says(['a'])], priced('0.001'));
    const other = aTalker('dear', says(['b']), priced('0.002'));
    const scene = aChatGateway([flaky, other], { routing: 'cheapest' });
    const served = async () => (await scene.chat()).headers['x-provider-name'];
    assert.equal(await served(), 'DEAR');
    scene.clock.advance(29_999);
    assert.equal(await served(), 'DEAR');
    assert.equal(flaky.jobs.length, 1);
    scene.clock.advance(1);
    assert.equal(await served(), 'CHEAP');
  });

  it('is not the one whose client or request was at fault, or that is busy', async () => {
    for (const failure of ['rate-limited', 'context', 'generation'] as const) {
      const script = [fails(failure), says(['a'])];
      const first = aTalker('cheap', script, priced('0.001'));
      const other = aTalker('dear', says(['b']), priced('0.002', { contextTokens: 2000 }));
      const { chat } = aChatGateway([first, other], { routing: 'cheapest' });
      await chat();
      assert.equal((await chat()).headers['x-provider-name'], 'CHEAP', failure);
    }
  });
});

describe('what was measured of endpoints', () => {
  /**
   * A slow and expensive endpoint beside a fast and cheap one, by what they were called; each has
   * served a stream.
   */
  async function measured(body: object) {
    const clocks: { advance(ms: number): void }[] = [];
    const taking = (seconds: number): Talk =>
      async function* (job, context) {
        for await (const parts of says(['a'], { inputTokens: 1, outputTokens: 100 })(
          job,
          context,
        )) {
          for (const part of parts) {
            if (part.type === 'delta') for (const clock of clocks) clock.advance(seconds * 1000);
          }
          yield parts;
        }
      };
    // What they say of themselves is the other way round.
    const slow = aTalker('slow', taking(10), priced('0.001', { throughput: 900, latency: 0.1 }));
    const fast = aTalker('fast', taking(1), priced('0.002', { throughput: 1, latency: 9 }));
    const fresh = aTalker('fresh', says(['c']), priced('0.003'));
    const scene = aChatGateway([slow, fast, fresh], { routing: 'cheapest', ledger: undefined });
    clocks.push(scene.clock);
    for (const slug of ['slow', 'fast']) {
      await framesOf(await scene.chat({ stream: true, provider: { only: [slug] } }));
    }
    return (await scene.chat(body)).headers['x-provider-name'];
  }

  const rows: readonly (readonly [string, object, string])[] = [
    ['the price alone', {}, 'SLOW'],
    ['sort by latency', { sort: 'latency' }, 'FAST'],
    ['sort by throughput', { sort: 'throughput' }, 'FAST'],
    ['a least throughput that both have', { preferred_min_throughput: 9 }, 'SLOW'],
    ['a least throughput', { preferred_min_throughput: 50 }, 'FAST'],
    ['a least throughput of most', { preferred_min_throughput: { p50: 5, p90: 50 } }, 'FAST'],
    ['a longest latency', { preferred_max_latency: 2 }, 'FAST'],
    ['a longest latency of most', { preferred_max_latency: { p99: 2, p50: null } }, 'FAST'],
    ['a latency that nobody measured has', { preferred_max_latency: 0.1 }, 'FRESH'],
    ['a latency before an order', { preferred_max_latency: 2, order: ['slow', 'fast'] }, 'FAST'],
    [
      'a latency that nobody wanted has, which excludes nobody',
      { preferred_max_latency: 0.1, only: ['slow', 'fast'] },
      'SLOW',
    ],
  ];
  for (const [what, provider, name] of rows) {
    it(`decides: ${what}`, async () => {
      assert.equal(await measured({ provider }), name);
    });
  }

  it('decides of :nitro', async () => {
    assert.equal(await measured({ model: `${MODEL}:nitro` }), 'FAST');
  });
});
