import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  checkFixtures,
  createMemoryAssets,
  createReplay,
  parseFixtures,
} from '@model-gateway/fixtures';
import { conversationRules, createMockGateway } from '@model-gateway/mock';
import { ask } from '../ask.ts';
import { PAINT, started } from './controlled-gateway.ts';

const MESSAGE = {
  model: 'acme/quill-1',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'weather in Oslo' }],
};
const DRAW = { model: 'acme/paint-1', prompt: 'red panda', resolution: '512' };

describe('a request over HTTP', () => {
  it('has what was sent and what was answered', async () => {
    const { call, there, draw } = await started({ models: [PAINT] });
    const { value: sent } = await draw();
    const { value } = await call(`GET ${there}/requests/1`);
    const { body, status, response } = value.data;
    assert.deepEqual([body, status], [DRAW, 200]);
    assert.deepEqual(response.body, sent);
    assert.equal(response.is_kept, true);
    assert.ok(response.headers['x-generation-id']);
  });

  it('has the error that was answered, with its code', async () => {
    const { call, there, draw } = await started({ models: [PAINT] });
    await call(`POST ${there}/rules`, { rules: [{ on: 'createImage', fail: 502 }] });
    await draw();
    const { value } = await call(`GET ${there}/requests/1`);
    assert.equal(value.data.response.body.error.code, 502);
  });

  it('has the events of a stream with their times', async () => {
    const { call, there, as } = await started({ models: [PAINT], clock: { mode: 'auto_advance' } });
    const answer = await as('POST /v1/images', { body: { ...DRAW, stream: true } });
    assert.ok(answer.body.kind === 'events');
    for await (const _event of answer.body.events);
    const { value } = await call(`GET ${there}/requests/1`);
    const { chunks, chunks_left_out: leftOut } = value.data.response;
    assert.equal(leftOut, 0);
    const types = chunks.map(({ data }: { data: unknown }) => (data as { type?: string })?.type);
    assert.equal(types.at(-2), 'image_generation.completed');
    assert.equal(chunks.at(-1).data, '[DONE]');
    assert.equal(chunks.at(-1).event, null);
    const times = chunks.map(({ at_ms: atMs }: { at_ms: number }) => atMs);
    assert.deepEqual(
      times,
      times.toSorted((a: number, b: number) => a - b),
    );
  });

  it('has the names of events, where the dialect has them', async () => {
    const { call, there, as } = await started();
    const answer = await as('POST /v1/messages', { body: { ...MESSAGE, stream: true } });
    assert.ok(answer.body.kind === 'stream');
    for await (const _chunk of answer.body.chunks);
    const { value } = await call(`GET ${there}/requests/1`);
    const names = value.data.response.chunks.map(({ event }: { event: unknown }) => event);
    assert.equal(names[0], 'message_start');
    assert.equal(names.at(-1), 'message_stop');
  });

  it('names the operation that an unhandled request meant', async () => {
    const { call, there, as } = await started();
    await assert.rejects(as('POST /v1/images/generations', { body: {} }), /was not answered/);
    const { value } = await call(`GET ${there}/requests/1`);
    assert.deepEqual([value.data.unhandled, value.data.nearest], [true, 'POST /v1/images']);
    assert.equal(value.data.response, null);
  });

  it('has no secrets', async () => {
    const { call, there, as, tenant } = await started();
    const headers = { 'x-api-key': 'secret-of-mine-1234567890' };
    const rules = [
      { on: 'listModels', reply: { json: { api_key: tenant.api_key, b64_json: 'sk' } } },
    ];
    await call(`POST ${there}/rules`, { rules });
    await as('GET /v1/models', { headers });
    const { value } = await call(`GET ${there}/requests/1`);
    const shown = JSON.stringify(value);
    assert.doesNotMatch(shown, new RegExp(tenant.api_key));
    assert.doesNotMatch(shown, /secret-of-mine-1234567890/);
    assert.equal(value.data.response.body.b64_json, 'sk');
  });

  it('names the existing ones when the number is unknown', async () => {
    const { call, there, as } = await started();
    assert.match((await call(`GET ${there}/requests/1`)).value.error.message, /journal is empty/);
    await as('GET /v1/models');
    const { status, value } = await call(`GET ${there}/requests/2`);
    assert.equal(status, 404);
    assert.match(value.error.message, /there is no request "2"; the journal has 1 to 1/);
  });

  it('drops the bodies of the oldest answers first', async () => {
    const { call, there, as } = await started();
    const text = 'a'.repeat(3 * 1024 * 1024);
    const rules = [{ on: 'listModels', reply: { json: { text }, times: 2 } }];
    await call(`POST ${there}/rules`, { rules });
    await as('GET /v1/models');
    await as('GET /v1/models');
    const kept = async (number: number) =>
      (await call(`GET ${there}/requests/${number}`)).value.data.response.is_kept;
    assert.deepEqual([await kept(1), await kept(2)], [false, true]);
  });
});

describe('a request as a fixture', () => {
  async function fixtureOf(body: object, rules: readonly object[] = []) {
    const { call, there, as } = await started({ models: [PAINT], clock: { mode: 'auto_advance' } });
    await call(`POST ${there}/rules`, { rules });
    const answer = await as('POST /v1/images', { body });
    if (answer.body.kind === 'events') for await (const _event of answer.body.events);
    const { value } = await call(`GET ${there}/requests/1/fixture`);
    const { file, text, assets } = value.data;
    const files = Object.fromEntries(
      assets.map(({ name, base64 }: { name: string; base64: string }) => [
        name,
        new Uint8Array(Buffer.from(base64, 'base64')),
      ]),
    );
    return { file, text, files, answer };
  }

  for (const [name, body, rules] of [
    ['an image', DRAW, []],
    ['a stream', { ...DRAW, stream: true }, []],
    ['an error', DRAW, [{ on: 'createImage', fail: 529 }]],
  ] as const) {
    it(`of ${name} passes check, and replays`, async () => {
      const { file, text, files, answer } = await fixtureOf(body, rules);
      const assets = createMemoryAssets(files);
      const now = Date.parse('2026-08-01');
      const { findings } = await checkFixtures([{ file, text }], { assets, now });
      assert.deepEqual(findings, []);
      const replay = createReplay(parseFixtures([{ file, text }], { assets }), { speed: Infinity });
      const again = await ask({ handle: replay.handle, apiKey: 'any' }, 'POST /images', { body });
      assert.equal(again.status, answer.status);
      // The recorder gives people other names.
      if (answer.status === 200 && answer.body.kind === 'json')
        assert.deepEqual(again.value, answer.value);
    });
  }

  for (const stream of [false, true]) {
    it(`of a conversation is one, and is played in each dialect${stream ? ', of a stream' : ''}`, async () => {
      const { call, there, as } = await started();
      await call(`POST ${there}/rules`, { rules: [{ on: 'chat', say: 'Rain in Oslo.' }] });
      const { body } = await as('POST /v1/messages', { body: { ...MESSAGE, stream } });
      if (body.kind === 'stream') for await (const _chunk of body.chunks);
      const { file, text } = (await call(`GET ${there}/requests/1/fixture`)).value.data;
      assert.match(file, /^weather-in-oslo-.*\.gw\.yaml$/);
      const [assets, now] = [createMemoryAssets({}), Date.parse('2026-08-01')];
      const { findings } = await checkFixtures([{ file, text }], { assets, now });
      assert.deepEqual(findings, []);
      const rules = conversationRules(parseFixtures([{ file, text }]));
      const again = createMockGateway({ world: 'tiny', rules });
      const { max_tokens: _most, ...asked } = MESSAGE;
      const { value } = await ask(again, 'POST /v1/chat/completions', { body: asked });
      assert.equal(value.choices[0].message.content, 'Rain in Oslo.');
    });
  }

  it('of a conversation that broke off has its events', async () => {
    const { call, there, as } = await started();
    const rules = [{ on: 'chat', end: { ending: 'clean-eof', after_deltas: 1 } }];
    await call(`POST ${there}/rules`, { rules });
    const { body } = await as('POST /v1/messages', { body: { ...MESSAGE, stream: true } });
    assert.ok(body.kind === 'events');
    for await (const _event of body.events);
    const { text } = (await call(`GET ${there}/requests/1/fixture`)).value.data;
    assert.match(text, /\nexchanges:\n[^]*end: clean-eof/);
  });

  it('is refused where nothing answered', async () => {
    const { call, there, as } = await started();
    await assert.rejects(as('GET /v1/nothing'), /was not answered/);
    const { status, value } = await call(`GET ${there}/requests/1/fixture`);
    assert.equal(status, 409);
    assert.match(value.error.message, /nothing answered this request/);
  });
});
