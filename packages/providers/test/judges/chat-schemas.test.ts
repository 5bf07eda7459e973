import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { script } from '@model-gateway/providers/testing';
import { startChatGateway, type ChatGateway } from '../support/chat-gateway.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly allOf?: readonly Schema[];
}

// The file is checked in, and has definitions by name.
const { $defs: DEFINITIONS } = JSON.parse(
  readFileSync(new URL('../schemas/openai-chat.json', import.meta.url), 'utf8'),
) as { readonly $defs: Readonly<Record<string, Schema>> };
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(
  { $defs: DEFINITIONS },
  'openai',
);

/** Fails with what the schema says is wrong. */
function check(name: string, value: unknown): void {
  const validate = ajv.getSchema(`openai#/$defs/${name}`);
  assert.ok(validate, `no schema ${name}`);
  assert.ok(validate(value), `${ajv.errorsText(validate.errors)}: ${JSON.stringify(value)}`);
}

function membersOf({ $ref, properties = {}, allOf = [] }: Schema): readonly string[] {
  const referred = $ref === undefined ? undefined : DEFINITIONS[$ref.replace('#/$defs/', '')];
  return [...Object.keys(properties), ...[...allOf, referred ?? []].flat().flatMap(membersOf)];
}

const REQUEST_MEMBERS = membersOf(DEFINITIONS['CreateChatCompletionRequest'] ?? {});

const user = (content: unknown) => ({ role: 'user', content });
const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'look',
      description: 'Looks.',
      parameters: { type: 'object' },
      strict: false,
    },
  },
];
const CALLS = [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }];
const SCHEMA = { name: 'place', schema: { type: 'object' }, strict: true };

/** Everything that a client can say to a model of OpenAI's. */
const BODIES: Readonly<Record<string, object>> = {
  'words alone': {},
  'a stream': { stream: true },
  'a stream with counts': { stream: true, stream_options: { include_usage: true } },
  'every parameter': {
    temperature: 0.5,
    top_p: 0.9,
    top_k: 40,
    frequency_penalty: 1,
    presence_penalty: -1,
    seed: 7,
    stop: ['a', 'b'],
    logit_bias: { '50256': -100 },
    logprobs: true,
    top_logprobs: 2,
    max_tokens: 9,
    user: 'ada',
    session_id: 's',
    metadata: { a: 'b' },
    provider: { order: ['openai'] },
    parallel_tool_calls: false,
  },
  'one text of stop': { stop: 'a' },
  'a model that reasons': {
    model: 'openai/gpt-5.5',
    temperature: 0.5,
    reasoning: { effort: 'high', exclude: true },
    max_completion_tokens: 99,
  },
  'a budget of reasoning': { model: 'openai/gpt-5.5', reasoning: { max_tokens: 2000 } },
  'members of OpenAI that the gateway does not know': {
    verbosity: 'low',
    service_tier: 'flex',
    prompt_cache_key: 'k',
    prediction: { type: 'content', content: 'x' },
  },
  JSON: { response_format: { type: 'json_object' } },
  'a schema': { response_format: { type: 'json_schema', json_schema: SCHEMA } },
  'a tool': { tools: TOOLS },
  'a tool that has to be called': { tools: TOOLS, tool_choice: 'required' },
  'a tool that has to be called, streamed': { tools: TOOLS, tool_choice: 'required', stream: true },
  'a named tool': {
    tools: TOOLS,
    tool_choice: { type: 'function', function: { name: 'look' } },
    parallel_tool_calls: false,
  },
  'no call': { tools: TOOLS, tool_choice: 'none' },
  'a transcript': {
    tools: TOOLS,
    messages: [
      { role: 'system', content: 'a' },
      { role: 'developer', content: [{ type: 'text', text: 'b' }] },
      { ...user('c'), name: 'ada' },
      { role: 'assistant', content: null, reasoning: 'd', tool_calls: CALLS },
      { role: 'tool', tool_call_id: 'call_1', content: 'e' },
      { role: 'assistant', content: [{ type: 'text', text: 'f' }], refusal: 'g', annotations: [] },
      user([
        { type: 'text', text: 'h', cache_control: { type: 'ephemeral' } },
        { type: 'image_url', image_url: { url: 'https://a.example/x.png', detail: 'low' } },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        {
          type: 'file',
          file: { filename: 'x.pdf', file_data: 'data:application/pdf;base64,JVBE' },
        },
      ]),
    ],
  },
  'empty turns': { messages: [user(''), { role: 'assistant', content: '' }, user([])] },
};

/** Checks the answer, whole or frame by frame; returns how many it checked. */
function checkAnswer(text: string): number {
  if (text.startsWith('{')) {
    check('CreateChatCompletionResponse', JSON.parse(text));
    return 1;
  }
  const payloads = text.split('\n\n').filter((frame) => frame.startsWith('data: {'));
  for (const payload of payloads) {
    check('CreateChatCompletionStreamResponse', JSON.parse(payload.slice('data: '.length)));
  }
  return payloads.length;
}

const sentBy = ({ fake }: ChatGateway) => fake.requests.at(-1)?.request.json() ?? {};

describe('a conversation over OpenAI, judged by OpenAI’s schemas', () => {
  for (const [what, body] of Object.entries(BODIES)) {
    it(`is asked and answered as they say: ${what}`, async () => {
      await using scene = await startChatGateway();
      const { status, text } = await scene.answer(body);
      assert.equal(status, 200, text);
      assert.ok(checkAnswer(text) > 0);
      const sent = sentBy(scene);
      check('CreateChatCompletionRequest', sent);
      // The schema lets any other member pass; OpenAI does not.
      for (const name of Object.keys(sent)) assert.ok(REQUEST_MEMBERS.includes(name), name);
    });
  }

  const chunk = (choice: object) => {
    const choices = [{ index: 0, finish_reason: null, ...choice }];
    return `data: ${JSON.stringify({ id: 'c', system_fingerprint: 'fp_1', choices })}\n\n`;
  };
  const token = { token: 'Hi', logprob: -0.1, bytes: [72, 105], top_logprobs: [] };
  const citation = { url: 'https://a.example', title: 'A', start_index: 0, end_index: 2 };
  const answers: Readonly<Record<string, readonly object[]>> = {
    'reasoning and text': [{ delta: { reasoning: 'Hm' } }, { delta: { content: 'Hi' } }],
    'a refusal': [{ delta: { refusal: 'No.' } }],
    'log probabilities': [
      { delta: { content: 'Hi' }, logprobs: { content: [token], refusal: null } },
    ],
    'a citation': [
      { delta: { content: 'Hi', annotations: [{ type: 'url_citation', url_citation: citation }] } },
    ],
    'two calls': [
      { delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '' } }] } },
      { delta: { tool_calls: [{ index: 1, id: 'b', function: { name: 'g', arguments: '{}' } }] } },
    ],
    nothing: [{ delta: {} }],
  };
  for (const [what, choices] of Object.entries(answers)) {
    for (const stream of [false, true]) {
      it(`has ${what} as they say, ${stream ? 'streamed' : 'whole'}`, async () => {
        await using scene = await startChatGateway();
        const finish = chunk({ delta: {}, finish_reason: 'stop' });
        scene.fake.fail('submit', script([...choices.map(chunk), finish, 'data: [DONE]\n\n']));
        const { status, text } = await scene.answer({ stream });
        assert.equal(status, 200, text);
        assert.ok(checkAnswer(text) > 0);
      });
    }
  }

  it('is refused by them where it is wrong', () => {
    const request = { model: 'm', messages: [user('Hi')] };
    const name = 'CreateChatCompletionRequest';
    check(name, request);
    for (const wrong of [
      { temperature: 3 },
      { stop: ['a', 'b', 'c', 'd', 'e'] },
      { messages: [] },
    ]) {
      assert.throws(() => check(name, { ...request, ...wrong }));
    }
  });
});
