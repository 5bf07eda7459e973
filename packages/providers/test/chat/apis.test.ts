import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openai } from '@model-gateway/providers/openai';
import { startFakeOpenAi } from '@model-gateway/providers/testing';
import { contextOf, jobOf, sceneOf, type ChatSubject } from './subject.ts';

const ASKED = { messages: [{ role: 'user', content: 'Hi' }] };

/** OpenAI with one model. */
const serving = (model: string, entry: object): ChatSubject => ({
  start: startFakeOpenAi,
  create: (options) => openai({ ...options, models: { [model]: entry } }),
  model,
  isSampled: false,
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
