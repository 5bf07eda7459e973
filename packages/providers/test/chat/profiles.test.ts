import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  openAiCompatible,
  type OpenAiCompatibleOptions,
} from '@model-gateway/providers/openai-compatible';
import { PROFILE_NAMES } from '../../src/openai-compatible/profiles.ts';
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
  'the profile together': [
    'system',
    'max_tokens',
    'reasoning_effort',
    'seed',
    'stream_options',
    '+reasoning',
  ],
  'the profile fireworks': [
    'system',
    'max_tokens',
    'reasoning_effort',
    'seed',
    'stream_options',
    '+reasoning_content',
  ],
  'the profile cerebras': [
    'system',
    'max_completion_tokens',
    'reasoning_effort',
    'seed',
    'stream_options',
    '+reasoning',
  ],
  'the profile qwen': [
    'system',
    'enable_thinking',
    'max_tokens',
    'seed',
    'stream_options',
    'thinking_budget',
  ],
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

  /** Asks a subject, and returns what it was sent. */
  async function sentFor(name: string, body: object) {
    const subject = CHAT_SUBJECTS[name];
    assert.ok(subject);
    await using scene = await sceneOf(subject);
    const { blocks, usage } = await scene.ask(body);
    return { sent: scene.sent(), blocks, usage };
  }
  const { seed: _, reasoning_effort: __, ...UNSEEDED } = BODY;
  const thinking = { ...UNSEEDED, reasoning: { effort: 'high' } };

  it('of Z.AI switches thinking, without an effort, and sends reasoning back', async () => {
    const { sent } = await sentFor('the profile zai', thinking);
    assert.deepEqual(
      [sent['thinking'], sent['reasoning_effort']],
      [{ type: 'enabled' }, undefined],
    );
    assert.match(JSON.stringify(sent['messages']), /"reasoning_content":"d"/);
    const off = { ...UNSEEDED, reasoning: { enabled: false } };
    const { sent: quiet } = await sentFor('the profile zai', off);
    assert.deepEqual(quiet['thinking'], { type: 'disabled' });
  });

  it('of Qwen asks for a stream where the client wants a whole answer', async () => {
    const budget = { ...UNSEEDED, stream: false, reasoning: { max_tokens: 500 } };
    const { sent, blocks } = await sentFor('the profile qwen', budget);
    assert.deepEqual(
      [sent['stream'], sent['enable_thinking'], sent['thinking_budget']],
      [true, true, 500],
    );
    assert.deepEqual(blocks, [{ type: 'text', text: 'You said: e' }]);
    const switched = { ...UNSEEDED, reasoning: { enabled: true } };
    const { sent: usual } = await sentFor('the profile qwen', switched);
    assert.deepEqual([usual['enable_thinking'], usual['thinking_budget']], [true, undefined]);
  });

  it('of Perplexity lets turns alternate, has no name of a schema, and adds reasoning', async () => {
    const schema = { type: 'object', properties: {} };
    const { sent, usage } = await sentFor('the profile perplexity', {
      messages: [
        { role: 'system', content: 'a' },
        { role: 'assistant', content: 'b' },
        { role: 'user', content: 'c' },
        { role: 'developer', content: 'd' },
        { role: 'user', content: '' },
        { role: 'assistant', content: '' },
        { role: 'user', content: 'e' },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } },
    });
    const turns = sent['messages'] as readonly {
      readonly role: string;
      readonly content: unknown;
    }[];
    assert.deepEqual(
      turns.map(({ role }) => role),
      ['system', 'user', 'assistant', 'user'],
    );
    assert.deepEqual(
      turns.at(-1)?.content,
      ['c', 'd', 'e'].map((text) => ({ type: 'text', text })),
    );
    assert.deepEqual(sent['response_format'], { type: 'json_schema', json_schema: { schema } });
    assert.equal(usage?.outputTokens, 5);
  });

  it('of Moonshot says a type of each choice, fetches no images, and finds its counts', async () => {
    const anyOf = [{ minimum: 1 }, { type: 'string' }, { properties: { anyOf: { type: 'null' } } }];
    const parameters = { type: 'object', properties: { a: { type: 'integer', anyOf } } };
    const tools = [{ type: 'function', function: { name: 'f', parameters } }];
    const messages = [{ role: 'user', content: 'Hi' }];
    const { sent, usage } = await sentFor('the profile moonshot', { messages, tools });
    const fitted = {
      type: 'object',
      properties: {
        a: {
          anyOf: [
            { type: 'integer', minimum: 1 },
            { type: 'string' },
            { type: 'integer', properties: { anyOf: { type: 'null' } } },
          ],
        },
      },
    };
    assert.deepEqual(sent['tools'], [
      { type: 'function', function: { name: 'f', parameters: fitted } },
    ]);
    assert.deepEqual([usage?.inputTokens, usage?.cacheReadTokens], [9, 4]);
    const image = { type: 'image_url', image_url: { url: 'https://a.example/x.png' } };
    const asked = sentFor('the profile moonshot', {
      messages: [{ role: 'user', content: [image] }],
    });
    await assert.rejects(asked, { failure: 'parameter' });
  });

  it('of Qwen marks what is to be cached', async () => {
    const text = { type: 'text', text: 'a', cache_control: { type: 'ephemeral' } };
    const messages = [{ role: 'user', content: [text] }];
    const { sent, usage } = await sentFor('the profile qwen', { messages });
    assert.match(JSON.stringify(sent), /"cache_control":\{"type":"ephemeral"\}/);
    assert.deepEqual([usage?.cacheReadTokens, usage?.cacheWriteTokens], [4, 2]);
  });

  it('of Mistral and Perplexity has no names of participants', async () => {
    for (const [profile, names] of [
      ['mistral', false],
      ['perplexity', false],
      ['groq', true],
    ] as const) {
      const subject = CHAT_SUBJECTS[`the profile ${profile}`];
      assert.ok(subject);
      await using scene = await sceneOf(subject);
      assert.equal(scene.provider.chat?.endpoint(subject.model)?.names, names);
      // The fake refuses what its vendor refuses; turns that alternate have no names anyway.
      if (profile === 'perplexity') continue;
      const asked = scene.ask({ messages: [{ role: 'user', name: 'ann', content: 'Hi' }] });
      await (names ? asked : assert.rejects(asked, { failure: 'parameter' }));
    }
  });

  it('of Ollama fetches no images, and others do, but no files', async () => {
    for (const [profile, fetched] of [
      ['ollama', []],
      ['vllm', ['image']],
    ] as const) {
      const subject = CHAT_SUBJECTS[`the profile ${profile}`];
      assert.ok(subject);
      await using scene = await sceneOf(subject);
      const endpoint = scene.provider.chat?.endpoint(subject.model);
      const source = { kind: 'url', value: 'https://a.example/x' } as const;
      const kinds = (['image', 'file'] as const).filter((kind) =>
        endpoint?.fetches?.({ type: 'media', kind, mediaType: undefined, source }),
      );
      assert.deepEqual(kinds, fetched);
    }
  });

  it('has its row in the README, unless it only embeds', () => {
    // The names of the profiles are words of the type.
    const names = PROFILE_NAMES as NonNullable<OpenAiCompatibleOptions['profile']>[];
    for (const profile of names.filter((name) => !['voyage', 'jina'].includes(name))) {
      const hasTable = ['deepseek', 'mistral', 'xai'].includes(profile);
      const { models, baseUrl, slug, chat } = openAiCompatible({
        apiKey: 'k',
        http,
        profile,
        ...(!hasTable && { models: OWN }),
      });
      assert.equal(slug, profile);
      const language = models.filter(({ id }) => chat?.endpoint(id) !== undefined);
      const listed = hasTable ? language.map(({ upstream }) => upstream).join(', ') : 'yours';
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
    [{ ...OWN['acme/quill'], api: 'answers' }, /api must be chat, responses or messages, got/],
    [
      { ...OWN['acme/quill'], api: 'responses' },
      /api must be chat: this provider has no other interface, got responses/,
    ],
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
