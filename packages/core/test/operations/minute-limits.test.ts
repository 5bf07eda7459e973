import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createManualClock,
  createMemoryRateLimiter,
  createMemoryRateMeter,
  NO_LIMITS,
  StoreUnavailableError,
  type ApiKeyOverrides,
  type InferenceOptions,
  type RateMeter,
} from '@model-gateway/core';
import { NOW } from '../builders.ts';
import { aChatGateway, aTalker, fails, jsonOf, says, settled } from '../chat/chat-builders.ts';
import { anEmbedder, aRanker, aVectorGateway } from '../embeddings/embedding-builders.ts';
import {
  anImageGateway,
  aProvider,
  draw,
  imageEvent,
  type Script,
} from '../images/image-builders.ts';

/* Requests and tokens per minute of a key. Source: contract §2.10. */

function aScene(
  limits: ApiKeyOverrides['limits'],
  more: InferenceOptions = {},
  talk = says(['Hi']),
) {
  const clock = createManualClock(NOW);
  const meter = createMemoryRateMeter({ clock });
  const scene = aChatGateway([aTalker('one', talk)], {
    key: { limits: limits ?? {} },
    meter,
    ...more,
  });
  const advance = (milliseconds: number) => {
    clock.advance(milliseconds);
    scene.clock.advance(milliseconds);
  };
  /** `Hi` is a token or two; its answer has 2, and the provider counts 10 for the input. */
  const ask = async (max_tokens = 2) => (await scene.chat({ max_tokens })).status;
  return { ...scene, ask, advance, meterClock: clock };
}

const uncounted: Script = async function* (_job, { dispatched }) {
  dispatched();
  yield imageEvent(0);
  yield { type: 'done' };
};

describe('requests per minute of a key', () => {
  it('are admitted up to the limit, and again when the minute is over', async () => {
    const scene = aScene({ requestsPerMinute: 2 });
    assert.deepEqual([await scene.ask(), await scene.ask()], [200, 200]);
    const refused = await scene.chat();
    assert.equal(refused.status, 429);
    assert.equal(refused.headers['retry-after'], '60');
    assert.equal(refused.headers['ratelimit-limit'], '2');
    assert.equal(refused.headers['ratelimit-remaining'], '0');
    const { error } = jsonOf(refused);
    assert.match(
      error?.message ?? '',
      /this key may use 2 requests a minute, and 0 are left for 60 s/,
    );
    assert.deepEqual(error?.metadata, {
      error_type: 'rate_limit_exceeded',
      limit: 2,
      reset_seconds: 60,
      limit_of: 'key',
      limit_unit: 'requests',
    });
    scene.advance(60_000);
    assert.equal(await scene.ask(), 200);
  });

  it('count beside the limit of the gateway, and the headers tell of the nearer one', async () => {
    const limiter = createMemoryRateLimiter({
      limit: 3,
      windowSeconds: 10,
      clock: createManualClock(NOW),
    });
    const scene = aScene({ requestsPerMinute: 5 }, { limiter });
    const { headers } = await scene.chat();
    assert.deepEqual([headers['ratelimit-limit'], headers['ratelimit-remaining']], ['3', '2']);
    await scene.ask();
    await scene.ask();
    const { error } = jsonOf(await scene.chat());
    assert.equal(error?.message, 'Rate limit exceeded');
    assert.match(JSON.stringify(error?.metadata), /"limit_of":"gateway"/);
  });

  it('count, too, where the limiter of the gateway fails, however it does', async () => {
    const away = new Error('the limiter is away');
    const fails = () => {
      throw away;
    };
    for (const take of [fails, async () => fails()]) {
      let taken = 0;
      const inner = createMemoryRateMeter({ clock: createManualClock(NOW) });
      const meter: RateMeter = {
        take(...given) {
          taken++;
          return inner.take(...given);
        },
        correct: async () => {},
      };
      const scene = aScene({ requestsPerMinute: 5 }, { limiter: { take }, meter });
      assert.deepEqual([await scene.ask(), taken, scene.errors], [500, 1, [away]]);
    }
  });

  it('count for images, too', async () => {
    const meter = createMemoryRateMeter({ clock: createManualClock(NOW) });
    const key = { limits: { requestsPerMinute: 1 } };
    const { gateway } = anImageGateway([aProvider('one')], { key, meter });
    assert.equal((await draw(gateway)).status, 200);
    assert.equal((await draw(gateway)).status, 429);
  });

  it('are a 500 that the host hears of where nothing counts them', async () => {
    const scene = aScene({ requestsPerMinute: 5 }, { meter: undefined });
    assert.equal((await scene.chat()).status, 500);
    assert.match(String(scene.errors[0]), /nothing counts for it: give createGateway/);
  });
});

describe('a meter that hangs', () => {
  const never = () => new Promise<never>(() => {});
  for (const limits of [{ requestsPerMinute: 5 }, { tokensPerMinute: 5 }]) {
    it(`is a 503 after the deadline of stores: ${Object.keys(limits).join()}`, async () => {
      const scene = aScene(limits, { meter: { take: never, correct: never } });
      const asking = scene.chat();
      await settled();
      scene.advance(10_000);
      assert.equal((await asking).status, 503);
      assert.match(String(scene.errors), /the rate meter did not answer within 10000 ms/);
    });
  }

  it('keeps no client from an error that it has earned', async () => {
    const inner = createMemoryRateMeter({ clock: createManualClock(NOW) });
    const meter = { take: inner.take.bind(inner), correct: never };
    const scene = aScene({ tokensPerMinute: 30 }, { meter }, fails('overloaded'));
    const asking = scene.ask(25);
    await settled();
    scene.advance(10_000);
    assert.equal(await asking, 529);
    assert.equal(scene.errors.length, 1, 'the outage is reported once');
  });
});

describe('tokens per minute of a key', () => {
  it('are estimated first, and corrected by what the provider counted', async () => {
    const scene = aScene({ tokensPerMinute: 30 });
    // Each uses 12: 10 for the input, 2 for the answer.
    assert.equal(await scene.ask(), 200);
    await settled();
    assert.equal(await scene.ask(), 200);
    await settled();
    const refused = await scene.chat({ max_tokens: 20 });
    assert.equal(refused.status, 429);
    assert.equal(refused.headers['retry-after'], '60');
    const { error } = jsonOf(refused);
    assert.match(
      error?.message ?? '',
      /this key may use 30 tokens a minute, and 6 are left for 60 s/,
    );
    assert.match(JSON.stringify(error?.metadata), /"limit_of":"key","limit_unit":"tokens"/);
    assert.equal(scene.ledger.balanceOf('account-1'), '9.94', 'nothing is reserved for it');
    scene.advance(60_000);
    assert.equal(await scene.ask(20), 200);
  });

  it('of a request that alone has more than the limit fit into an empty minute', async () => {
    const scene = aScene({ tokensPerMinute: 5 });
    assert.equal(await scene.ask(100), 200);
    await settled();
    assert.equal(await scene.ask(1), 429);
  });

  it('are given back by a request that fails, and by one that cannot be paid', async () => {
    const scene = aScene({ tokensPerMinute: 30 }, {}, fails('overloaded'));
    for (let i = 0; i < 3; i++) assert.equal(await scene.ask(25), 529);
    const poor = aScene({ tokensPerMinute: 30, usd: '0' });
    for (let i = 0; i < 3; i++) assert.equal(await poor.ask(25), 402);
  });

  it('hold embeddings and rankings back that run at once', async () => {
    const limited = {
      key: { limits: { ...NO_LIMITS, tokensPerMinute: 1000 } },
      meter: createMemoryRateMeter({ clock: createManualClock(NOW) }),
    };
    const { embed, rank } = aVectorGateway([anEmbedder('one'), aRanker('one')], limited);
    // About 556 tokens each, by 3.6 bytes a token.
    const text = 'x'.repeat(2000);
    const asked = [embed({ input: text }), embed({ input: text }), rank({ documents: [text] })];
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    assert.deepEqual(statuses, [200, 429, 429]);
  });

  it('of embeddings are those that the provider counted', async () => {
    const meter = createMemoryRateMeter({ clock: createManualClock(NOW) });
    const key = { limits: { ...NO_LIMITS, tokensPerMinute: 1000 } };
    // Counts 10, of an estimate of 556.
    const { embed } = aVectorGateway([anEmbedder('one')], { key, meter });
    const statuses = [];
    for (let i = 0; i < 3; i++) {
      statuses.push((await embed({ input: 'x'.repeat(2000) })).status);
      await settled();
    }
    assert.deepEqual(statuses, [200, 200, 200]);
  });

  for (const [what, script, statuses] of [
    // 3 and 10 each: one more fits beside the first, none beside two.
    ['count once they are known', undefined, [200, 200, 429]],
    ['stay the one that was taken where nobody counts them', uncounted, [200, 200, 200]],
  ] as const) {
    it(`of images ${what}`, async () => {
      const meter = createMemoryRateMeter({ clock: createManualClock(NOW) });
      const key = { limits: { tokensPerMinute: 20 } };
      const { gateway } = anImageGateway([aProvider('one', script)], { key, meter });
      const answers = [];
      for (let i = 0; i < 3; i++) {
        answers.push((await draw(gateway)).status);
        await settled();
      }
      assert.deepEqual(answers, statuses);
    });
  }

  it('are not corrected where they were estimated right', async () => {
    const inner = createMemoryRateMeter({ clock: createManualClock(NOW) });
    const corrected: number[] = [];
    const meter: RateMeter = {
      take: (...given) => inner.take(...given),
      correct: async (_name, units) => void corrected.push(units),
    };
    // A token of input, and two of an answer.
    for (const inputTokens of [1, 10]) {
      const talk = says(['Hi'], { inputTokens, outputTokens: 2 });
      await aScene({ tokensPerMinute: 30 }, { meter }, talk).ask();
      await settled();
    }
    assert.deepEqual(corrected, [9]);
  });

  for (const [what, error, reported] of [
    ['an outage of the meter, which reports its own', new StoreUnavailableError('away', 'no'), []],
    ['another error of the meter, which the host hears of', new Error('broken'), ['Error: broken']],
  ] as const) {
    it(`are no reason to fail after ${what}`, async () => {
      const inner = createMemoryRateMeter({ clock: createManualClock(NOW) });
      const meter: RateMeter = {
        take: (...given) => inner.take(...given),
        correct: () => Promise.reject(error),
      };
      const scene = aScene({ tokensPerMinute: 30 }, { meter });
      assert.equal(await scene.ask(), 200);
      await settled();
      assert.deepEqual(scene.errors.map(String), reported);
    });
  }

  for (const [path, body, type] of [
    [
      '/messages',
      { messages: [{ role: 'user', content: 'Hi' }], max_tokens: 20 },
      'rate_limit_error',
    ],
    ['/responses', { input: 'Hi', max_output_tokens: 20 }, undefined],
  ] as const) {
    it(`are refused in the dialect of POST ${path}`, async () => {
      const scene = aScene({ tokensPerMinute: 25 });
      const statuses = [];
      for (let i = 0; i < 3; i++) {
        const response = await scene.chat(body, { path });
        statuses.push(response.status);
        await settled();
        if (response.status !== 429) continue;
        const json = jsonOf(response) as { readonly error?: Readonly<Record<string, unknown>> };
        assert.equal(json.error?.['type'], type);
        assert.match(JSON.stringify(json), /"limit_unit":"tokens"/);
      }
      assert.ok(statuses.includes(429), statuses.join());
    });
  }
});
