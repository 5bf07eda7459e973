import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { ProviderSchema } from '../../src/config/schema.ts';
import { tryProviders } from '../../src/providers/build-providers.ts';

const http = () => Promise.reject(new Error('not called'));
const QUILL = { context: 8192, pricing: { prompt: '0.000003', completion: '0.000015' } };

/** Builds one configured provider. */
async function build(config: object) {
  const parsed = v.parse(ProviderSchema, config);
  const { slug = parsed.kind, baseUrl, apiKey: _, ...rest } = parsed;
  const provider = { ...rest, slug, baseUrl, ...('apiKey' in config && { apiKey: 'k' }) };
  // What the configuration resolves to: keys are texts, and every provider has a slug.
  return tryProviders([provider as never], { http });
}

describe('a configured provider of conversations', () => {
  const keyed = { apiKey: { env: 'KEY' } };
  const good: readonly (readonly [what: string, config: object, ids: string])[] = [
    ['the demo, without a key', { kind: 'demo' }, 'demo/echo'],
    [
      'a profile with a table',
      { kind: 'openai-compatible', profile: 'deepseek', ...keyed },
      'deepseek/deepseek-v4-pro deepseek/deepseek-v4-flash',
    ],
    [
      'some of its models',
      {
        kind: 'openai-compatible',
        profile: 'deepseek',
        models: ['deepseek/deepseek-v4-pro'],
        ...keyed,
      },
      'deepseek/deepseek-v4-pro',
    ],
    [
      'a profile with a model of your own',
      { kind: 'openai-compatible', profile: 'vllm', models: { 'acme/quill': QUILL }, ...keyed },
      'acme/quill',
    ],
    [
      'some models of Google',
      { kind: 'gemini', models: ['google/gemini-4-argon', 'google/gemini-3.8-flash'], ...keyed },
      'google/gemini-4-argon google/gemini-3.8-flash',
    ],
    [
      'a model of Google on Vertex AI, beside one that makes images',
      {
        kind: 'vertex',
        project: 'acme',
        region: 'europe-west4',
        models: ['google/gemini-3.8-flash', 'google/gemini-3-pro-image'],
        ...keyed,
      },
      'google/gemini-3.8-flash',
    ],
    [
      'a model of Anthropic on Vertex AI',
      { kind: 'vertex', project: 'acme', models: ['anthropic/claude-opus-5'], ...keyed },
      'anthropic/claude-opus-5',
    ],
    [
      'a model of one’s own over Messages',
      {
        kind: 'vertex',
        project: 'acme',
        models: { 'acme/claude': { ...QUILL, api: 'messages' } },
        ...keyed,
      },
      'acme/claude',
    ],
    [
      'a model of Cohere, beside one of embeddings',
      { kind: 'cohere', models: ['cohere/command-a', 'cohere/embed-v4.0'], ...keyed },
      'cohere/command-a',
    ],
    [
      'a profile of a vendor without a table',
      { kind: 'openai-compatible', profile: 'qwen', models: { 'acme/quill': QUILL }, ...keyed },
      'acme/quill',
    ],
    [
      'a gateway with one',
      {
        kind: 'gateway',
        baseUrl: 'https://a.example/v1',
        models: { 'acme/quill': QUILL },
        ...keyed,
      },
      'acme/quill',
    ],
  ];
  for (const [what, config, ids] of good) {
    it(`is built: ${what}`, async () => {
      const { built, problems } = await build(config);
      assert.deepEqual(problems, []);
      const [provider] = built;
      const served = provider?.models.filter(({ id }) => provider.chat?.endpoint(id));
      assert.equal(served?.map(({ id }) => id).join(' '), ids);
    });
  }

  const wrong: readonly (readonly [config: object, message: RegExp])[] = [
    [{ kind: 'openai-compatible', ...keyed }, /baseUrl: is required/],
    [{ kind: 'openai-compatible', profile: 'groq', ...keyed }, /models is missing/],
    [{ kind: 'openai-compatible', profile: 'grok', ...keyed }, /profile must be deepseek/],
    [{ kind: 'openai', profile: 'groq', ...keyed }, /profile: is not a member of kind openai/],
  ];
  for (const [config, message] of wrong) {
    it(`is refused: ${JSON.stringify(config)}`, async () => {
      const { built, problems } = await build(config);
      assert.equal(built.length, 0);
      assert.match(problems.map((problem) => problem.message).join('\n'), message);
    });
  }
});
