import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { translateAnswer } from '../../src/dialect/dialect.ts';
import { RoutingMetadataSchema } from '../../src/resources/routing-metadata.ts';
import { aGateway, aKey, anEntry, bearer, post } from '../builders.ts';
import {
  aChatGateway,
  anEndpoint,
  answered,
  aTalker,
  chunksOf,
  fails,
  framesOf,
  hangs,
  jsonOf,
  MODEL,
  OTHER_MODEL,
  says,
  toFrames,
} from './chat-builders.ts';

const ASKING = { headers: { ...bearer(), 'x-gateway-metadata': 'Enabled' } };

/** Two providers, in the order in which they are asked. */
const bothOf = (first: ReturnType<typeof says>) => [
  aTalker('one', first),
  aTalker('two', says(['Hello'])),
];
const ORDER = { provider: { order: ['one', 'two'] } };

function metadataIn(json: object): Record<string, unknown> {
  const metadata: unknown = 'gateway_metadata' in json ? json.gateway_metadata : undefined;
  assert.ok(v.is(v.record(v.string(), v.unknown()), metadata), 'no gateway_metadata');
  v.assert(RoutingMetadataSchema, metadata);
  return metadata;
}

const FIRST = { provider: 'ONE', model: MODEL };
const SECOND = { provider: 'TWO', model: MODEL };

/** The second endpoint served after the first had failed. */
const FELL_BACK = {
  requested: MODEL,
  strategy: 'direct',
  region: null,
  summary: 'available=2, selected=TWO',
  attempt: 2,
  is_byok: false,
  endpoints: {
    total: 2,
    available: [
      { ...FIRST, selected: false },
      { ...SECOND, selected: true },
    ],
  },
  attempts: [
    { ...FIRST, status: 529 },
    { ...SECOND, status: 200 },
  ],
};

describe('gateway_metadata (contract §12.14)', () => {
  it('says in a whole answer who was asked and who served', async () => {
    const response = await aChatGateway(bothOf(fails('overloaded'))).chat(ORDER, ASKING);
    assert.deepEqual(metadataIn(jsonOf(response)), FELL_BACK);
  });

  for (const include_usage of [false, true]) {
    it(`is in the last frame only, ${include_usage ? 'of usage' : 'that finishes'}`, async () => {
      const body = { ...ORDER, stream: true, stream_options: { include_usage } };
      const response = await aChatGateway(bothOf(fails('overloaded'))).chat(body, ASKING);
      const frames = await framesOf(response);
      const last = frames.at(-1);
      assert.ok(last?.usage !== undefined);
      assert.deepEqual(metadataIn(last), FELL_BACK);
      for (const frame of frames.slice(0, -1)) assert.ok(!('gateway_metadata' in frame));
    });
  }

  const NOT_ASKED: readonly (string | undefined)[] = [undefined, 'disabled', '', 'yes', 'true'];
  for (const value of NOT_ASKED) {
    it(`is left out for ${value === undefined ? 'no header' : `the value "${value}"`}`, async () => {
      const headers = { ...bearer(), ...(value !== undefined && { 'x-gateway-metadata': value }) };
      const scene = aChatGateway(bothOf(fails('server')));
      const whole = await scene.chat(ORDER, { headers });
      assert.ok(!('gateway_metadata' in jsonOf(whole)));
      const refused = await scene.chat({ model: 'acme/no' }, { headers });
      assert.ok(!('gateway_metadata' in jsonOf(refused)));
      const chunks = await chunksOf(await scene.chat({ ...ORDER, stream: true }, { headers }));
      assert.doesNotMatch(chunks.join(''), /gateway_metadata/);
    });
  }

  it('is beside an error that ends a stream, with nobody selected', async () => {
    const broken = bothOf(fails('cut-off', ['Hel']));
    const response = await aChatGateway(broken).chat({ ...ORDER, stream: true }, ASKING);
    const last = (await framesOf(response)).at(-1);
    assert.equal(last?.error?.code, 502);
    const { attempt, attempts, summary } = metadataIn(last);
    assert.deepEqual(
      { attempt, attempts, summary },
      { attempt: 1, attempts: [{ ...FIRST, status: 502 }], summary: 'available=2' },
    );
  });

  it('is beside an error after the answer began without a provider', async () => {
    const scene = aChatGateway([aTalker('one', hangs())], { firstOutputMs: 20_000 });
    const { value } = await answered(scene, scene.chat({ stream: true }, ASKING));
    const { value: chunks } = await answered(scene, chunksOf(value));
    const last = toFrames(chunks).at(-1);
    assert.ok(last?.error !== undefined);
    assert.deepEqual(metadataIn(last)['attempts'], [{ ...FIRST, status: 524 }]);
  });

  const ERRORS = [
    ['rate-limited', 429],
    ['server', 502],
    ['timeout', 524],
    ['overloaded', 529],
  ] as const;
  for (const [failure, status] of ERRORS) {
    it(`is beside the error of a ${status}`, async () => {
      const response = await aChatGateway([aTalker('one', fails(failure))]).chat({}, ASKING);
      assert.equal(response.status, status);
      const { attempt, attempts, endpoints } = metadataIn(jsonOf(response));
      assert.deepEqual(
        { attempt, attempts, endpoints },
        {
          attempt: 1,
          attempts: [{ ...FIRST, status }],
          endpoints: { total: 1, available: [{ ...FIRST, selected: false }] },
        },
      );
    });
  }

  it('says of a 404 which endpoints a preference excluded, none of them asked', async () => {
    const scene = aChatGateway(bothOf(says(['Hi'])));
    const response = await scene.chat({ provider: { only: ['three'] } }, ASKING);
    assert.equal(response.status, 404);
    const { attempt, endpoints, ...rest } = metadataIn(jsonOf(response));
    assert.deepEqual([attempt, 'attempts' in rest], [0, false]);
    const available = [FIRST, SECOND].map((one) => ({ ...one, selected: false }));
    assert.deepEqual(endpoints, { total: 2, available });
  });

  it('says of an unknown model that nothing has it', async () => {
    const response = await aChatGateway(bothOf(says(['Hi']))).chat({ model: 'acme/no' }, ASKING);
    assert.equal(response.status, 404);
    const { requested, endpoints } = metadataIn(jsonOf(response));
    assert.deepEqual([requested, endpoints], ['acme/no', { total: 0, available: [] }]);
  });

  const UNTOLD = [
    ['a refusal of the provider', 400, [aTalker('one', fails('parameter'))], {}],
    ['a bad body', 400, [aTalker('one')], { temperature: 'hot' }],
    ['an answer that is a bug', 500, [aTalker('one', broken)], {}],
  ] as const;
  for (const [what, status, providers, body] of UNTOLD) {
    it(`is left out for ${what}`, async () => {
      const response = await aChatGateway(providers).chat(body, ASKING);
      assert.equal(response.status, status);
      assert.ok(!('gateway_metadata' in jsonOf(response)));
    });
  }

  it('is left out for a key that is unknown', async () => {
    const headers = { ...ASKING.headers, ...bearer('unknown') };
    const response = await aChatGateway([aTalker('one')]).chat({}, { headers });
    assert.equal(response.status, 401);
    assert.ok(!('gateway_metadata' in jsonOf(response)));
  });

  const STRATEGIES = [
    ['direct', { model: MODEL }, MODEL],
    ['direct', { model: `${MODEL}:nitro` }, `${MODEL}:nitro`],
    ['alias', { model: 'quick' }, 'quick'],
    ['alias', { model: 'quick:floor' }, 'quick:floor'],
    ['fallback', { model: MODEL, models: [OTHER_MODEL] }, MODEL],
    ['fallback', { model: undefined, models: [OTHER_MODEL, 'quick'] }, OTHER_MODEL],
  ] as const;
  for (const [strategy, body, requested] of STRATEGIES) {
    it(`calls ${JSON.stringify(body)} ${strategy}`, async () => {
      const endpoints = { [MODEL]: anEndpoint(), [OTHER_MODEL]: anEndpoint() };
      const talker = aTalker('one', says(['Hi']), endpoints);
      const scene = aChatGateway([talker], { aliases: { quick: MODEL } });
      const told = metadataIn(jsonOf(await scene.chat(body, ASKING)));
      assert.deepEqual([told['strategy'], told['requested']], [strategy, requested]);
    });
  }
});

describe('gateway_metadata of messages (contract §12.14)', () => {
  const there = { ...ASKING, path: '/messages' };

  it('is in a whole answer and beside an error', async () => {
    const whole = await aChatGateway([aTalker('one')]).chat({}, there);
    assert.equal(metadataIn(jsonOf(whole))['attempt'], 1);
    const failed = await aChatGateway([aTalker('one', fails('server'))]).chat({}, there);
    assert.equal(failed.status, 502);
    assert.equal(metadataIn(jsonOf(failed))['summary'], 'available=1');
  });

  for (const [last, talk] of [
    ['message_stop', says(['Hi'])],
    ['error', fails('cut-off', ['Hel'])],
  ] as const) {
    it(`is in the event ${last}, and in no other`, async () => {
      const response = await aChatGateway([aTalker('one', talk)]).chat({ stream: true }, there);
      const text = (await chunksOf(response)).join('');
      const events = text.split('\n\n').filter((event) => event.includes('gateway_metadata'));
      assert.deepEqual(
        events.map((event) => event.split('\n')[0]),
        [`event: ${last}`],
      );
    });
  }
});

describe('openrouter_metadata, in that dialect (contract §7)', () => {
  const gateway = aGateway({
    dialect: 'openrouter',
    entries: [anEntry({ id: MODEL })],
    keys: [aKey({})],
    providers: [aTalker('one', says(['Hi']))],
  });
  async function send(header: string, body: object) {
    const whole = { model: MODEL, messages: [{ role: 'user', content: 'Hi' }], ...body };
    const headers = { ...bearer(), [header]: 'enabled' };
    return post(gateway, '/chat/completions', whole, { headers });
  }

  const HEADERS = [
    'x-gateway-metadata',
    'x-openrouter-metadata',
    'x-openrouter-experimental-metadata',
  ];
  for (const header of HEADERS) {
    it(`is asked for by ${header}`, async () => {
      assert.ok('openrouter_metadata' in jsonOf(await send(header, {})));
    });
  }

  it('names the member so in streams and errors', async () => {
    const frames = await framesOf(await send('x-openrouter-metadata', { stream: true }));
    assert.ok('openrouter_metadata' in (frames.at(-1) ?? {}));
    const refused = jsonOf(await send('x-openrouter-metadata', { model: 'acme/no' }));
    assert.ok('openrouter_metadata' in refused && !('gateway_metadata' in refused));
  });

  it('translates a recorded answer', () => {
    const ours = { id: 'gen-1', gateway_metadata: { attempt: 1 } };
    const theirs = { id: 'gen-1', openrouter_metadata: { attempt: 1 } };
    const names = { from: 'gateway', to: 'openrouter' } as const;
    assert.deepEqual(translateAnswer('createChatCompletion', ours, names), theirs);
    const back = { from: 'openrouter', to: 'gateway' } as const;
    assert.deepEqual(translateAnswer('createChatCompletion', theirs, back), ours);
  });
});

function broken(): never {
  throw new TypeError('a bug');
}
