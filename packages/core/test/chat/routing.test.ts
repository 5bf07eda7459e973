import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatEndpoint } from '@model-gateway/core/chat';
import { packSealed } from '../../src/chat/sealed-text.ts';
import {
  aChatGateway,
  anEndpoint,
  answered,
  aTalker,
  fails,
  framesOf,
  jsonOf,
  MODEL,
  OTHER_MODEL,
  says,
  type Talk,
} from './chat-builders.ts';

const priced = (prompt: string, changes: Partial<ChatEndpoint> = {}) =>
  anEndpoint({ pricing: { prompt, completion: '0' }, ...changes });

/** Providers that say their slug. */
function talkers(endpoints: Readonly<Record<string, ChatEndpoint>>) {
  return Object.entries(endpoints).map(([slug, endpoint]) => aTalker(slug, says([slug]), endpoint));
}

/** Who answers. */
async function servedBy(endpoints: Readonly<Record<string, ChatEndpoint>>, body: object) {
  const response = await aChatGateway(talkers(endpoints)).chat(body);
  return response.headers['x-provider-name']?.toLowerCase();
}

describe('preferences', () => {
  const plain = { cheap: priced('0.001'), dear: priced('0.002') };
  const rows: readonly (readonly [
    string,
    Readonly<Record<string, ChatEndpoint>>,
    object,
    string,
  ])[] = [
    ['only', plain, { only: ['DEAR'] }, 'dear'],
    ['ignore', plain, { ignore: ['cheap'] }, 'dear'],
    ['order', plain, { order: ['dear'] }, 'dear'],
    ['sort by price', plain, { sort: 'price' }, 'cheap'],
    ['sort exacto, as by default', plain, { sort: 'exacto' }, 'cheap'],
    [
      'sort by throughput',
      { cheap: priced('0.001', { throughput: 10 }), dear: priced('0.002', { throughput: 90 }) },
      { sort: { by: 'throughput' } },
      'dear',
    ],
    [
      'sort by latency',
      { cheap: priced('0.001', { latency: 2 }), dear: priced('0.002', { latency: 1 }) },
      { sort: 'latency' },
      'dear',
    ],
    [
      'data_collection',
      { cheap: priced('0.001', { collectsData: true }), dear: priced('0.002') },
      { data_collection: 'deny' },
      'dear',
    ],
    [
      'zdr',
      { cheap: priced('0.001'), dear: priced('0.002', { isZeroRetention: true }) },
      { zdr: true },
      'dear',
    ],
    [
      'enforce_distillable_text',
      { cheap: priced('0.001', { isDistillable: false }), dear: priced('0.002') },
      { enforce_distillable_text: true },
      'dear',
    ],
    [
      'quantizations',
      {
        cheap: priced('0.001', { quantization: 'fp4' }),
        dear: priced('0.002', { quantization: 'fp8' }),
      },
      { quantizations: ['fp8'] },
      'dear',
    ],
    [
      'max_price',
      { first: priced('0.002'), cheap: priced('0.001') },
      { max_price: { prompt: 1500 }, order: ['first'] },
      'cheap',
    ],
    [
      'max_price as text',
      { first: priced('0.002'), cheap: priced('0.001') },
      { max_price: { prompt: '1500' }, order: ['first'] },
      'cheap',
    ],
  ];
  for (const [what, endpoints, provider, slug] of rows) {
    it(`are followed: ${what}`, async () => {
      assert.equal(await servedBy(endpoints, { provider }), slug);
    });
  }

  const excluding = [
    ['only', { only: ['none'] }],
    ['zdr', { zdr: true }],
    ['max_price', { max_price: { prompt: 0.1 } }],
    ['quantizations', { quantizations: ['fp8'] }],
  ] as const;
  for (const [name, provider] of excluding) {
    it(`that leave nobody are a 404 that names them: ${name}`, async () => {
      const response = await aChatGateway(talkers(plain)).chat({ provider });
      assert.equal(response.status, 404);
      const message = `No provider is left for ${MODEL}: provider.${name} excludes cheap, dear`;
      assert.equal(jsonOf(response).error?.message, message);
    });
  }

  it('ask one provider only without fallbacks', async () => {
    const spare = aTalker('two');
    const scene = aChatGateway([aTalker('one', fails('server')), spare]);
    const response = await scene.chat({ provider: { order: ['one'], allow_fallbacks: false } });
    assert.equal(response.status, 502);
    assert.equal(spare.jobs.length, 0);
  });
});

describe('the choice among healthy endpoints', () => {
  it('draws one at half the price four times as often', async () => {
    // A generator of Lehmer, so that no draw depends on the one before in a way that shows.
    let state = 42;
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const providers = talkers({ cheap: priced('0.001'), dear: priced('0.002') });
    const { chat } = aChatGateway(providers, { random, ledger: undefined });
    for (let turn = 0; turn < 400; turn++) await chat();
    const [cheap = 0, dear = 0] = providers.map(({ jobs }) => jobs.length);
    assert.ok(cheap / dear > 3 && cheap / dear < 5.5, `${cheap} : ${dear}`);
  });

  it('always takes the cheapest where the host says so', async () => {
    const providers = talkers({ dear: priced('0.002'), cheap: priced('0.001') });
    let draws = 0;
    // Would draw the first one each time.
    const random = () => (draws++ % 2 === 0 ? 0.001 : 0.999);
    const { chat } = aChatGateway(providers, { random, routing: 'cheapest' });
    for (let turn = 0; turn < 20; turn++) await chat();
    assert.deepEqual(
      providers.map(({ jobs }) => jobs.length),
      [0, 20],
    );
  });
});

describe('models', () => {
  it('are tried in order, all endpoints of one before the next', async () => {
    const first = [aTalker('one', fails('server')), aTalker('two', fails('server'))];
    const endpoint = { [OTHER_MODEL]: priced('0.0001') };
    const scene = aChatGateway([...first, aTalker('three', says(['c']), endpoint)]);
    const response = await scene.chat({ models: [OTHER_MODEL] });
    assert.equal(jsonOf(response).model, OTHER_MODEL);
    assert.deepEqual(
      first.map(({ jobs }) => jobs.length),
      [1, 1],
    );
  });

  it('are sorted together with the partition none', async () => {
    const first = aTalker('one', says(['a']), priced('0.002'));
    const second = aTalker('two', says(['b']), { [OTHER_MODEL]: priced('0.001') });
    const { chat } = aChatGateway([first, second]);
    const sort = { by: 'price', partition: 'none' };
    const json = jsonOf(await chat({ models: [OTHER_MODEL], provider: { sort } }));
    assert.equal(json.model, OTHER_MODEL);
    assert.equal(second.jobs[0]?.request.model, OTHER_MODEL);
  });

  it('have names of the host', async () => {
    const { chat } = aChatGateway([aTalker('one')], { aliases: { fast: MODEL } });
    assert.equal(jsonOf(await chat({ model: 'fast' })).model, MODEL);
    assert.equal((await chat({ model: 'constructor' })).status, 404);
  });

  it('are sorted by throughput with :nitro and by price with :floor', async () => {
    const endpoints = {
      fast: priced('0.002', { throughput: 90 }),
      cheap: priced('0.001', { throughput: 10 }),
    };
    assert.equal(await servedBy(endpoints, { model: `${MODEL}:nitro` }), 'fast');
    assert.equal(await servedBy(endpoints, { model: `${MODEL}:floor` }), 'cheap');
    assert.equal(await servedBy(endpoints, { model: `${MODEL}:other` }), undefined);
    const second = { model: OTHER_MODEL, models: [`${MODEL}:nitro`] };
    assert.equal(await servedBy(endpoints, second), 'fast');
  });

  it('that nobody can serve leave those that somebody can', async () => {
    const { chat } = aChatGateway([aTalker('one')]);
    const scene = await chat({ model: OTHER_MODEL, models: [MODEL] });
    assert.equal(jsonOf(scene).model, MODEL);
  });
});

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
    assert.equal(response.status, 529);
    assert.equal(failing.jobs.length, asked);
    assert.ok(Number(response.headers['retry-after']) > 0);
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

describe('the provider that knows a conversation', () => {
  const sealedBy = (issuer: string) => {
    const signature = packSealed({ issuer, data: { id: 'r' } });
    const details = [{ type: 'reasoning.text', text: 'Hm.', signature }];
    const answer = { role: 'assistant', content: 'Yes', reasoning_details: details };
    return { messages: [{ role: 'user', content: 'Hi' }, answer, { role: 'user', content: '?' }] };
  };
  const issued = (issuer: string, prompt: string) => priced(prompt, { issuer });

  it('is asked first where it sealed some of it, whatever the order', async () => {
    const endpoints = { cheap: issued('a', '0.001'), dear: issued('b', '0.002') };
    assert.equal(await servedBy(endpoints, sealedBy('b')), 'dear');
    const provider = { order: ['cheap'] };
    assert.equal(await servedBy(endpoints, { ...sealedBy('b'), provider }), 'dear');
    assert.equal(await servedBy(endpoints, sealedBy('none')), 'cheap');
  });

  it('is replaced where it is down, without what it sealed', async () => {
    const other = aTalker('cheap', says(['a']), issued('a', '0.001'));
    const issuer = aTalker('dear', fails('server'), issued('b', '0.002'));
    const response = await aChatGateway([other, issuer]).chat(sealedBy('b'));
    assert.equal(response.headers['x-provider-name'], 'CHEAP');
    assert.equal(response.headers['x-gateway-warnings'], 'reasoning_details=ignored');
    assert.equal(issuer.jobs.length, 1);
  });

  /** A provider that was once the only one, and a cheaper one that came since. */
  async function sticky(pricing: ChatEndpoint['pricing'], first: object, then: object, ms = 0) {
    const providers = [aTalker('home', says(['a']), anEndpoint({ pricing }))];
    const scene = aChatGateway(providers);
    await scene.chat(first);
    providers.push(aTalker('cheap', says(['b']), priced('0.0001')));
    scene.clock.advance(ms);
    return (await scene.chat(then)).headers['x-provider-name'];
  }
  const cached = { prompt: '0.001', completion: '0', input_cache_read: '0.0001' };
  const session = { session_id: 's' };

  it('stays for ten minutes where cached input is cheaper', async () => {
    assert.equal(await sticky(cached, session, session), 'HOME');
    assert.equal(await sticky(cached, { ...session, stream: true }, session), 'HOME');
    const byKey = { prompt_cache_key: 'k' };
    assert.equal(await sticky(cached, byKey, byKey), 'HOME');
    assert.equal(await sticky(cached, session, session, 599_999), 'HOME');
    assert.equal(await sticky(cached, session, session, 600_000), 'CHEAP');
  });

  it('does not stay for another session, without a cheaper cache, or against a wish', async () => {
    assert.equal(await sticky(cached, session, { session_id: 't' }), 'CHEAP');
    assert.equal(await sticky(cached, session, {}), 'CHEAP');
    assert.equal(await sticky({ ...cached, input_cache_read: '0.001' }, session, session), 'CHEAP');
    const wish = { ...session, provider: { sort: 'price' } };
    assert.equal(await sticky(cached, session, wish), 'CHEAP');
  });
});
