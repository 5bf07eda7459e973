import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  openAiCompatible,
  type OpenAiCompatibleOptions,
} from '@model-gateway/providers/openai-compatible';
import { CHAT_SUBJECTS } from './subjects.ts';
import { sceneOf } from './subject.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

const http = () => Promise.reject(new Error('not called'));
const OWN = { 'acme/quill': { context: 8192, pricing: { prompt: '0', completion: '0' } } };

/** Everything in which profiles differ. */
const BODY = {
  messages: [
    { role: 'developer', content: 'a' },
    { role: 'user', content: 'b' },
    { role: 'assistant', content: 'c', reasoning: 'd' },
    { role: 'user', content: 'e' },
  ],
  max_tokens: 9,
  seed: 7,
  reasoning_effort: 'high',
  stream: true,
};

/** The roles, the limit and the seed, the members about reasoning, and whether counts are asked for. */
const SENT: Readonly<Record<string, readonly string[]>> = {
  openai: ['developer', 'max_completion_tokens', 'reasoning_effort', 'seed', 'stream_options'],
  xai: ['developer', 'max_completion_tokens', 'reasoning_effort', 'seed', 'stream_options'],
  gateway: [
    'developer',
    'max_completion_tokens',
    'reasoning',
    'seed',
    'stream_options',
    '+reasoning',
  ],
  'the profile groq': [
    'system',
    'max_completion_tokens',
    'reasoning_effort',
    'seed',
    'stream_options',
    '+reasoning',
  ],
  'the profile mistral': ['system', 'max_tokens', 'random_seed', 'reasoning_effort'],
  'the profile ollama': ['system', 'max_tokens', 'reasoning_effort', 'seed', 'stream_options'],
  'the profile vllm': [
    'system',
    'max_completion_tokens',
    'reasoning_effort',
    'seed',
    'stream_options',
  ],
  'the profile llama-cpp': ['system', 'max_tokens', 'reasoning_effort', 'seed', 'stream_options'],
};

describe('a profile', () => {
  for (const [name, expected] of Object.entries(SENT)) {
    it(`says how requests differ: ${name}`, async () => {
      const subject = CHAT_SUBJECTS[name];
      assert.ok(subject);
      await using scene = await sceneOf(subject);
      await scene.ask(BODY);
      const { model: _, messages, stream: __, ...members } = scene.sent();
      const [first, , third = {}] = messages as readonly Readonly<Record<string, unknown>>[];
      const replayed = Object.keys(third).filter((member) => !['role', 'content'].includes(member));
      const all = [...Object.keys(members).toSorted(), ...replayed.map((member) => `+${member}`)];
      assert.deepEqual([first?.['role'], ...all], expected);
    });
  }

  it('of DeepSeek switches thinking on, and sends reasoning back', async () => {
    const subject = CHAT_SUBJECTS['the profile deepseek'];
    assert.ok(subject);
    await using scene = await sceneOf(subject);
    const { seed: _, ...body } = BODY;
    await scene.ask(body);
    const { thinking, reasoning_effort: effort, messages } = scene.sent();
    assert.deepEqual([thinking, effort], [{ type: 'enabled' }, 'high']);
    assert.match(JSON.stringify(messages), /"reasoning_content":"d"/);
  });

  it('of Ollama refuses images that it would have to fetch', async () => {
    const subject = CHAT_SUBJECTS['the profile ollama'];
    assert.ok(subject);
    await using scene = await sceneOf(subject);
    const image = { type: 'image_url', image_url: { url: 'https://a.example/x.png' } };
    const asked = scene.parts({ messages: [{ role: 'user', content: [image] }] });
    await assert.rejects(asked, { failure: 'parameter' });
    assert.equal(scene.fake.requests.length, 0);
  });

  it('has its row in the README', () => {
    const names = ['deepseek', 'groq', 'mistral', 'xai', 'ollama', 'vllm', 'llama-cpp'] as const;
    for (const profile of names satisfies readonly OpenAiCompatibleOptions['profile'][]) {
      const hasTable = ['deepseek', 'mistral', 'xai'].includes(profile);
      const { models, baseUrl, slug } = openAiCompatible({
        apiKey: 'k',
        http,
        profile,
        ...(!hasTable && { models: OWN }),
      });
      assert.equal(slug, profile);
      const listed = hasTable ? models.map(({ upstream }) => upstream).join(', ') : 'yours';
      const row = `| \`${profile}\` | ${listed} | \`${baseUrl}\` |`;
      assert.ok(README.includes(row), row);
    }
  });

  it('is required, or a slug, a name and an address', () => {
    assert.throws(() => openAiCompatible({ apiKey: 'k', http, models: OWN }), /slug must be/);
  });

  it('needs context and pricing of a model that it does not know', () => {
    const models = { 'acme/quill': { context: 8192 } };
    assert.throws(
      () => openAiCompatible({ apiKey: 'k', http, profile: 'groq', models }),
      /models\["acme\/quill"\]\.pricing is missing: it is not a known model/,
    );
  });

  const mistakes: readonly (readonly [entry: object, message: RegExp])[] = [
    [{ context: 0, pricing: {} }, /context must be a whole number/],
    [{ context: 9, pricing: { prompt: '0' } }, /pricing must be an object of prices/],
    [{ context: 9, pricing: { prompt: '-1', completion: '0' } }, /pricing must be an object/],
    [{ context: 9, inputs: ['smell'] }, /inputs must be a list/],
    [{ ...OWN['acme/quill'], api: 'answers' }, /api must be chat or responses, got/],
    [{ ...OWN['acme/quill'], api: 'responses' }, /api must be chat: OpenAI's Responses are not/],
    [{ context: 9, parameters: ['n'] }, /parameters must be a list/],
    [{ context: 9, contxt: 9 }, /unknown member .* contxt: did you mean context/],
    [{ context: 9, passthrough: ['messages'] }, /passthrough must not have messages/],
  ];
  for (const [entry, message] of mistakes) {
    it(`refuses a model that is ${JSON.stringify(entry)}`, () => {
      // Mistakes that the types refuse, too.
      const models = { 'acme/quill': entry } as never;
      assert.throws(
        () => openAiCompatible({ apiKey: 'k', http, profile: 'groq', models }),
        message,
      );
    });
  }
});
