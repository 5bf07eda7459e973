import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openAiCompatible } from '@model-gateway/providers/openai-compatible';
import { openai } from '@model-gateway/providers/openai';
import { startFakeOpenAi, startFakeVertex } from '@model-gateway/providers/testing';
import { vertex } from '@model-gateway/providers/vertex';
import { contextOf, jobOf, sceneOf, type ChatSubject } from './subject.ts';

const ASKED = { messages: [{ role: 'user', content: 'Hi' }] };

/** OpenAI with one model. */
const serving = (model: string, entry: object): ChatSubject => ({
  start: startFakeOpenAi,
  create: (options) => openai({ ...options, models: { [model]: entry } }),
  model,
  isSampled: false,
});

/** A project on Vertex AI with one model. */
const onVertex = (model: string, entry: object): ChatSubject => ({
  start: startFakeVertex,
  create: (options) => vertex({ ...options, project: 'acme', models: { [model]: entry } }),
  model,
  isSampled: false,
});

const http = () => Promise.reject(new Error('not called'));

const CLAUDE = '/v1beta1/publishers/anthropic/models/claude-';
const OWN = { context: 9000, pricing: { prompt: '0', completion: '0' } };

describe('OpenAI over chat completions', () => {
  it('takes at most four texts of stop', () => {
    const endpoint = openai({ apiKey: 'k', http }).chat?.endpoint('openai/gpt-4.1');
    assert.equal(endpoint?.maxStops, 4);
  });
});

describe('a vendor that imitates OpenAI', () => {
  for (const [profile, most] of [
    ['deepseek', 16],
    ['groq', 4],
    ['cerebras', 4],
    ['moonshot', 5],
    ['zai', 1],
    ['mistral', undefined],
    ['vllm', undefined],
  ] as const) {
    it(`takes as many texts of stop as its documents say: ${profile}`, () => {
      const endpointOf = (entry: object) =>
        openAiCompatible({ profile, apiKey: 'k', http, models: { 'a/b': entry } }).chat?.endpoint(
          'a/b',
        );
      assert.equal(endpointOf(OWN)?.maxStops, most);
      assert.equal(endpointOf({ ...OWN, maxStops: 2 })?.maxStops, 2);
    });
  }

  it('takes as many for a model that is in its table', () => {
    const provider = openAiCompatible({ profile: 'deepseek', apiKey: 'k', http });
    assert.equal(provider.chat?.endpoint('deepseek/deepseek-v4-flash')?.maxStops, 16);
  });
});

describe('the interface that a model on Vertex AI is asked over', () => {
  const cases: readonly (readonly [model: string, entry: object, path: string, wire: string])[] = [
    [
      'google/gemini-3.8-flash',
      {},
      '/v1beta1/publishers/google/models/gemini-3.8-flash:generateContent',
      'gemini@vertex',
    ],
    [
      'anthropic/claude-opus-5',
      {},
      `${CLAUDE}opus-5:rawPredict`,
      'anthropic-messages@vertex/claude-opus-5',
    ],
    [
      'acme/quill',
      { like: 'anthropic/claude-haiku-4.5' },
      `${CLAUDE}haiku-4-5@20251001:rawPredict`,
      'anthropic-messages@vertex/claude-haiku-4-5@20251001',
    ],
    [
      'acme/newest',
      { ...OWN, api: 'messages', upstream: 'claude-opus-5-5' },
      `${CLAUDE}opus-5-5:rawPredict`,
      'anthropic-messages@vertex/claude-opus-5-5',
    ],
  ];
  for (const [model, entry, path, issuer] of cases) {
    it(`is that of its maker: ${model} with ${JSON.stringify(entry)}`, async () => {
      await using scene = await sceneOf(onVertex(model, entry));
      await scene.ask(ASKED);
      assert.equal(scene.fake.requests[0]?.request.path, path);
      assert.equal(scene.provider.chat?.endpoint(model)?.issuer, issuer);
    });
  }

  it('counts tokens in its own way', async () => {
    const model = 'anthropic/claude-opus-4.5';
    await using scene = await sceneOf(onVertex(model, {}));
    const job = jobOf(model, { ...ASKED, max_tokens: 9 });
    assert.equal(await scene.provider.chat?.countTokens?.(job, contextOf()), 9);
    const { path } = scene.fake.requests[0]?.request ?? {};
    assert.equal(path, '/v1beta1/publishers/anthropic/models/count-tokens:rawPredict');
    const { model: named, anthropic_version: version } = scene.sent();
    assert.deepEqual([named, version], ['claude-opus-4-5@20251101', 'vertex-2023-10-16']);
  });

  it('has hosts for a region, for several and for all', () => {
    const at = (location?: string) =>
      vertex({ project: 'acme', ...(location && { location }), apiKey: 'k', http }).baseUrl;
    const rest = (location: string) => `/v1beta1/projects/acme/locations/${location}`;
    assert.equal(at(), `https://aiplatform.googleapis.com${rest('global')}`);
    assert.equal(at('eu'), `https://aiplatform.eu.rep.googleapis.com${rest('eu')}`);
    assert.equal(
      at('europe-west4'),
      `https://europe-west4-aiplatform.googleapis.com${rest('europe-west4')}`,
    );
  });
});

it('the interface of a model has to be one that its provider has', () => {
  // Also what a program without types passes.
  const serves = (api: string) =>
    openai({ apiKey: 'k', http, models: { 'openai/gpt-5.5': { api } as never } });
  assert.throws(() => serves('messages'), {
    name: 'TypeError',
    message:
      'models["openai/gpt-5.5"].api must be chat or responses: this provider has no other interface, got messages',
  });
  assert.throws(() => serves('gemini'), /api must be/);
});

describe('the interface that a model of OpenAI is asked over', () => {
  const cases: readonly (readonly [model: string, entry: object, path: string])[] = [
    ['openai/gpt-5.5', {}, '/v1/chat/completions'],
    ['openai/gpt-5.5', { api: 'responses' }, '/v1/responses'],
    ['openai/gpt-5.3-codex', {}, '/v1/responses'],
    ['acme/tuned', { like: 'openai/gpt-5.3-codex', upstream: 'gpt-5.3-tuned' }, '/v1/responses'],
    ['acme/tuned', { like: 'openai/gpt-5.5-pro', api: 'chat' }, '/v1/chat/completions'],
  ];
  for (const [model, entry, path] of cases) {
    it(`is ${path} for ${model} with ${JSON.stringify(entry)}`, async () => {
      await using scene = await sceneOf(serving(model, entry));
      await scene.ask(ASKED);
      assert.equal(scene.fake.requests[0]?.request.path, path);
    });
  }

  it('decides which parameters there are, and who seals reasoning', async () => {
    const entry = { api: 'responses' };
    await using scene = await sceneOf(serving('openai/gpt-4.1', entry));
    const endpoint = scene.provider.chat?.endpoint('openai/gpt-4.1');
    assert.equal(endpoint?.wire, 'openai-responses');
    assert.equal(endpoint.issuer, 'openai-responses@openai');
    assert.deepEqual(
      ['temperature', 'tools', 'seed', 'stop', 'logit_bias'].map((name) =>
        // Names of parameters, some of which it has.
        endpoint.parameters.has(name as 'seed'),
      ),
      [true, true, false, false, false],
    );
    const [listed] = scene.provider.catalog;
    assert.ok(listed?.model.supported_parameters.includes('seed') === false);
    // The same names as in the list of its endpoints.
    for (const name of ['max_completion_tokens', 'top_logprobs'] as const) {
      assert.ok(listed.model.supported_parameters.includes(name), name);
    }
  });

  for (const [limit, warnings] of [
    [3, [{ parameter: 'max_tokens', note: 'clamped:16' }]],
    [16, []],
    [undefined, []],
  ] as const) {
    it(`reports a limit that it raised: ${limit}`, async () => {
      const model = 'openai/gpt-5.5';
      await using scene = await sceneOf(serving(model, { api: 'responses' }));
      const job = jobOf(model, { ...ASKED, max_tokens: limit });
      const { signal } = new AbortController();
      const answer = await scene.provider.chat?.answer(job, contextOf(signal));
      assert.deepEqual(answer?.warnings, warnings);
    });
  }
});
