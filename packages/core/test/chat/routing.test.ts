import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatEndpoint } from '@model-gateway/core/chat';
import {
  aChatGateway,
  anEndpoint,
  aTalker,
  fails,
  jsonOf,
  MODEL,
  OTHER_MODEL,
  PRICING,
  says,
} from './chat-builders.ts';
import { priced, talkers, servedBy } from './routed.ts';

describe('preferences', () => {
  const plain = { cheap: priced('0.001'), dear: priced('0.002') };
  const rows: readonly (readonly [
    string,
    Readonly<Record<string, ChatEndpoint>>,
    object,
    string,
  ])[] = [
    ['only', plain, { only: ['DEAR'] }, 'dear'],
    [
      'nothing excluded by what is allowed',
      {
        cheap: priced('0.001', { collectsData: true, isDistillable: false }),
        dear: priced('0.002'),
      },
      { data_collection: 'allow', zdr: false, enforce_distillable_text: false },
      'cheap',
    ],
    ['sort null', plain, { sort: null }, 'cheap'],
    ['order of several', plain, { order: ['dear', 'cheap'] }, 'dear'],
    [
      'order of several, each at its first place',
      plain,
      { order: ['dear', 'cheap', 'dear'] },
      'dear',
    ],
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
    [
      'max_price of sound',
      {
        first: anEndpoint({ pricing: { ...PRICING, audio: '0.002' } }),
        cheap: anEndpoint({ pricing: { ...PRICING, audio: '0.001' } }),
      },
      { max_price: { audio: 1000 }, order: ['first'] },
      'cheap',
    ],
    [
      'max_price of the answer',
      {
        first: anEndpoint({ pricing: { ...PRICING, completion: '0.02' } }),
        cheap: anEndpoint({ pricing: { ...PRICING, completion: '0.01' } }),
      },
      { max_price: { prompt: 1000, completion: 10_000 }, order: ['first'] },
      'cheap',
    ],
    [
      'max_price of a request',
      {
        first: anEndpoint({ pricing: { ...PRICING, request: '0.02' } }),
        cheap: anEndpoint({ pricing: { ...PRICING, request: '0.01' } }),
      },
      { max_price: { prompt: 1000, request: 0.01 }, order: ['first'] },
      'cheap',
    ],
    [
      'max_price of an image, which is nothing without a price',
      {
        first: anEndpoint({ pricing: { ...PRICING, image: '0.02' } }),
        cheap: anEndpoint(),
      },
      { max_price: { image: '0.01', audio: null }, order: ['first'] },
      'cheap',
    ],
    [
      'quantizations, where nobody knows',
      { cheap: priced('0.001', { quantization: 'fp4' }), dear: priced('0.002') },
      { quantizations: ['unknown'] },
      'dear',
    ],
    [
      'sort by throughput, unknown last',
      { cheap: priced('0.001'), dear: priced('0.002', { throughput: 1 }) },
      { sort: 'throughput' },
      'dear',
    ],
    [
      'sort by latency, unknown last',
      { cheap: priced('0.001'), dear: priced('0.002', { latency: 99 }) },
      { sort: 'latency' },
      'dear',
    ],
    [
      'order in any case',
      { cheap: priced('0.001'), Dear: priced('0.002') },
      { order: ['dEAR'] },
      'dear',
    ],
    [
      'only in any case',
      { cheap: priced('0.001'), Dear: priced('0.002') },
      { only: ['dear'] },
      'dear',
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
    ['order', { order: ['none'], allow_fallbacks: false }],
  ] as const;
  for (const [name, provider] of excluding) {
    it(`that leave nobody are a 404 that names them: ${name}`, async () => {
      const response = await aChatGateway(talkers(plain)).chat({ provider });
      assert.equal(response.status, 404);
      const message = `No provider is left for ${MODEL}: provider.${name} excludes cheap, dear`;
      assert.equal(jsonOf(response).error?.message, message);
    });
  }

  it('ask all providers of `order` and no others without fallbacks', async () => {
    const [one, two, spare] = [aTalker('one', fails('server')), aTalker('two'), aTalker('spare')];
    const provider = { order: ['one', 'two'], allow_fallbacks: false };
    const response = await aChatGateway([spare, one, two]).chat({ provider });
    assert.equal(response.headers['x-provider-name'], 'TWO');
    const failing = [aTalker('one', fails('server')), aTalker('two', fails('server')), spare];
    assert.equal((await aChatGateway(failing).chat({ provider })).status, 502);
    assert.equal(spare.jobs.length, 0);
  });

  it('ask one provider only without fallbacks', async () => {
    const spare = aTalker('two');
    const scene = aChatGateway([aTalker('one', fails('server')), spare]);
    const response = await scene.chat({ provider: { order: ['one'], allow_fallbacks: false } });
    assert.equal(response.status, 502);
    assert.equal(spare.jobs.length, 0);
  });

  it('ask the first provider only without fallbacks and without an order', async () => {
    for (const order of [undefined, null, []]) {
      const dear = aTalker('dear', says(['a']), priced('0.002'));
      const cheap = aTalker('cheap', fails('server'), priced('0.001'));
      const { chat } = aChatGateway([dear, cheap]);
      const response = await chat({ provider: { order, allow_fallbacks: false } });
      assert.equal(response.status, 502);
      assert.deepEqual([cheap.jobs.length, dear.jobs.length], [1, 0]);
    }
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

it('sorted by price the cheapest comes first, whatever is drawn, and after a failure', async () => {
  const cheap = aTalker('cheap', [fails('server'), says(['a'])], priced('0.001'));
  const dear = aTalker('dear', says(['b']), priced('0.002'));
  let draws = 0;
  const random = () => (draws++ % 2 === 0 ? 0.001 : 0.999);
  const { chat } = aChatGateway([dear, cheap], { random });
  const provider = { sort: 'price' };
  const served = [];
  for (let turn = 0; turn < 3; turn++) {
    served.push((await chat({ provider })).headers['x-provider-name']);
  }
  assert.deepEqual(served, ['DEAR', 'CHEAP', 'CHEAP']);
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

  it('have names of the host with a colon, before a suffix, too', async () => {
    const { chat } = aChatGateway([aTalker('one')], { aliases: { 'fast:one': MODEL } });
    assert.equal(jsonOf(await chat({ model: 'fast:one:floor' })).model, MODEL);
    assert.equal((await chat({ model: 'floor' })).status, 404);
  });

  it('are asked once, whatever they are called', async () => {
    const one = aTalker('one', fails('server'));
    const { chat } = aChatGateway([one], { aliases: { fast: MODEL } });
    const response = await chat({ model: 'fast', models: [MODEL, `${MODEL}:floor`] });
    assert.equal(response.status, 502);
    assert.equal(one.jobs.length, 1);
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
