import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readChatCompletion, type ChatRequest } from '@model-gateway/core/chat';
import { encodeChatRequest } from '../../../src/wires/openai-chat/encode.ts';
import { NameMap } from '../../../src/wires/common/name-map.ts';
import { NINE } from '../../../src/wires/common/nine-ids.ts';
import type { RequestRules } from '../../../src/wires/openai-chat/request-rules.ts';
import { calls, chatBy, chunk } from './reading.ts';

/** Reads a body of POST /chat/completions, which has to be good. */
function read(body: object): ChatRequest {
  // The fields of a body that fits the schema, which these tests write.
  const whole = { model: 'acme/quill', messages: [], ...body } as Parameters<
    typeof readChatCompletion
  >[0];
  const result = readChatCompletion(whole);
  assert.ok('request' in result, JSON.stringify(result));
  return result.request;
}

const encode = (body: object, rules: RequestRules = {}, more: object = {}) =>
  encodeChatRequest(read(body), {
    upstream: 'quill-1',
    user: undefined,
    options: {},
    rules,
    ...more,
  });

const said = (...messages: object[]) => ({ messages });
const tool = (name: string, more: object = {}) => ({
  type: 'function',
  function: { name, ...more },
});
const called = (id: string, name = 'f') => ({
  id,
  type: 'function',
  function: { name, arguments: '{}' },
});

/* A conversation that uses everything that the wire has is sent as it came. */
const ALL = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'developer',
      content: [
        { type: 'text', text: 'A' },
        { type: 'text', text: 'B' },
      ],
    },
    {
      role: 'user',
      name: 'kim',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_url', image_url: { url: 'https://a.example/x.png', detail: 'low' } },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
        {
          type: 'file',
          file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' },
        },
        { type: 'poem', poem: { lines: 2 } },
      ],
    },
    { role: 'assistant', content: null, tool_calls: [called('x'), called('y', 'g')] },
    { role: 'tool', tool_call_id: 'x', content: 'sunny' },
    {
      role: 'tool',
      tool_call_id: 'y',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    { role: 'assistant', content: 'Both.' },
    { role: 'user', content: '' },
  ],
  tools: [tool('f', { description: 'd', parameters: { type: 'object' }, strict: true }), tool('g')],
  tool_choice: { type: 'function', function: { name: 'g' } },
  parallel_tool_calls: false,
  max_completion_tokens: 100,
  temperature: 0,
  top_p: 0.5,
  frequency_penalty: 1,
  presence_penalty: -1,
  seed: 7,
  stop: ['a', 'b'],
  logit_bias: { 17: -100 },
  logprobs: true,
  top_logprobs: 3,
  response_format: {
    type: 'json_schema',
    json_schema: { name: 's', schema: { type: 'object' }, strict: true },
  },
  reasoning_effort: 'low',
  stream: true,
  stream_options: { include_usage: true },
  verbosity: 'low',
  prediction: { type: 'content', content: 'x' },
};

describe('a request for chat completions', () => {
  it('is sent as it came to a server that takes everything', () => {
    assert.deepEqual(encode(ALL), { ...ALL, model: 'quill-1' });
  });

  it('has no member that the client did not set', () => {
    assert.deepEqual(encode(said({ role: 'user', content: 'Hi' })), {
      model: 'quill-1',
      messages: [{ role: 'user', content: 'Hi' }],
    });
  });

  it('has no turn of the assistant that says nothing where a server refuses that', () => {
    const user = { role: 'user', content: 'Hi' };
    const thought = { role: 'assistant', content: '', reasoning: 'Hm.' };
    const calling = { role: 'assistant', content: null, tool_calls: [called('x')] };
    const messages = [user, thought, calling, { role: 'tool', tool_call_id: 'x', content: 'a' }];
    const rolesFor = (rules: RequestRules) =>
      (encode({ messages }, rules)['messages'] as { role: string }[]).map(({ role }) => role);
    assert.deepEqual(rolesFor({ emptyTurns: false }), ['user', 'assistant', 'tool']);
    assert.deepEqual(rolesFor({}), ['user', 'assistant', 'assistant', 'tool']);
  });

  it('names a file that the client has not named, without which OpenAI asks for a stored one', () => {
    const data = 'data:application/pdf;base64,AAAA';
    const content = [{ type: 'file', file: { file_data: data } }];
    assert.deepEqual(encode(said({ role: 'user', content }))['messages'], [
      { role: 'user', content: [{ type: 'file', file: { filename: 'file', file_data: data } }] },
    ]);
  });

  const forms: readonly (readonly [
    what: string,
    rules: RequestRules,
    body: object,
    sent: object,
  ])[] = [
    ['max_tokens', { maxTokens: 'max_tokens' }, { max_completion_tokens: 9 }, { max_tokens: 9 }],
    ['a random seed', { seed: 'random_seed' }, { seed: 9 }, { random_seed: 9 }],
    ['no options of streams', { streamOptions: false }, { stream: true }, { stream: true }],
    [
      'an object JSON',
      {},
      { response_format: { type: 'json_object' } },
      { response_format: { type: 'json_object' } },
    ],
    [
      'a budget as an effort',
      {},
      { reasoning: { max_tokens: 400 }, max_tokens: 1000 },
      { reasoning_effort: 'medium', max_completion_tokens: 1000 },
    ],
    ['a switch as an effort', {}, { reasoning: { enabled: false } }, { reasoning_effort: 'none' }],
    [
      'an effort as thinking',
      { reasoning: 'thinking' },
      { reasoning_effort: 'high' },
      { thinking: { type: 'enabled' }, reasoning_effort: 'high' },
    ],
    [
      'no thinking',
      { reasoning: 'thinking' },
      { reasoning_effort: 'none' },
      { thinking: { type: 'disabled' } },
    ],
    [
      'reasoning as an object',
      { reasoning: 'reasoning' },
      { reasoning: { max_tokens: 9, exclude: true } },
      { reasoning: { max_tokens: 9, exclude: true } },
    ],
    [
      'a forbidden call',
      {},
      { tools: [tool('f')], tool_choice: 'none' },
      { tools: [tool('f')], tool_choice: 'none' },
    ],
  ];
  for (const [what, rules, body, sent] of forms) {
    it(`can have ${what}`, () => {
      assert.deepEqual(encode({ ...said(), ...body }, rules), {
        model: 'quill-1',
        messages: [],
        ...sent,
      });
    });
  }

  it('offers tools that may be called without forcing one of them', () => {
    const request = read({ ...said(), tools: [tool('f'), tool('g')] });
    const sentFor = (kind: 'auto' | 'required', only: readonly string[]) => {
      const options = { upstream: 'quill-1', user: undefined, options: {}, rules: {} };
      const sent = encodeChatRequest({ ...request, toolChoice: { kind, only } }, options);
      return { tools: sent['tools'], choice: sent['tool_choice'] };
    };
    const [f, g] = [tool('f'), tool('g')];
    assert.deepEqual(sentFor('auto', ['f']), { tools: [f], choice: undefined });
    assert.deepEqual(sentFor('auto', ['f', 'f']), { tools: [f], choice: undefined });
    assert.deepEqual(sentFor('required', ['f', 'g']), { tools: [f, g], choice: 'required' });
    const forced = { tools: [f, g], choice: { type: 'function', function: { name: 'f' } } };
    assert.deepEqual(sentFor('required', ['f', 'f']), forced);
  });

  it('says who the end user is where the server takes it', () => {
    const user = 'user-1';
    assert.equal(encode(said(), {}, { user })['user'], user);
    assert.equal(
      encode(said(), { user: 'safety_identifier' }, { user })['safety_identifier'],
      user,
    );
    assert.equal('user' in encode(said(), { user: false }, { user }), false);
  });

  it('ends with the options that were passed through', () => {
    const sent = encode(
      { ...said(), temperature: 1 },
      {},
      { options: { temperature: 0, style: 'x' } },
    );
    assert.deepEqual([sent['temperature'], sent['style']], [0, 'x']);
  });

  it('has no extras of another dialect but the breakpoint of a request', () => {
    const mark = { type: 'ephemeral' };
    const wild = { wild: 1, cache_control: mark };
    const request = {
      ...read({ ...said({ role: 'user', content: 'a', wild: 1 }), ...wild }),
      dialect: 'anthropic-messages',
    } as const;
    const sent = encodeChatRequest(request, { upstream: 'm', user: undefined, options: {} });
    assert.doesNotMatch(JSON.stringify(sent), /wild/);
    assert.deepEqual(sent['cache_control'], mark);
  });

  it('writes both roles of a system as the one that the server has', () => {
    const { messages } = encode(
      said({ role: 'system', content: 'a' }, { role: 'developer', content: 'b' }),
      { system: 'system' },
    );
    assert.deepEqual(messages, [
      { role: 'system', content: 'a' },
      { role: 'system', content: 'b' },
    ]);
  });

  it('sends reasoning back where the server wants it', () => {
    const turn = { role: 'assistant', content: 'a', reasoning: 'Hm' };
    assert.deepEqual(encode(said(turn)).messages, [{ role: 'assistant', content: 'a' }]);
    assert.deepEqual(encode(said(turn), { replay: 'reasoning_content' })['messages'], [
      { role: 'assistant', content: 'a', reasoning_content: 'Hm' },
    ]);
  });

  it('says a refusal as a text, for which every server has a place', () => {
    const { messages } = encode(said({ role: 'assistant', content: null, refusal: 'No.' }));
    assert.deepEqual(messages, [{ role: 'assistant', content: 'No.' }]);
  });

  it('leaves out what clients append of an answer and no model reads', () => {
    const turn = { role: 'assistant', content: 'Yes', prefix: true };
    const annotations = [{ type: 'url_citation', url_citation: { url: 'https://a.example' } }];
    const { messages } = encode(said({ ...turn, annotations, parsed: { a: 1 } }));
    assert.deepEqual(messages, [turn]);
  });

  it('has images of the model where answers have them', () => {
    const images = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }];
    const turn = { role: 'assistant', content: 'See', images };
    assert.deepEqual(encode(said(turn))['messages'], [turn]);
  });

  it('marks what to cache where the server takes it', () => {
    const cache_control = { type: 'ephemeral', ttl: '1h' };
    const turn = { role: 'user', content: [{ type: 'text', text: 'a', cache_control }] };
    assert.deepEqual(encode(said(turn), { cacheMarks: true })['messages'], [turn]);
    assert.deepEqual(encode(said(turn))['messages'], [{ role: 'user', content: 'a' }]);
  });

  it('keeps a breakpoint of the cache in OpenAI’s words, where the server has none of its own', () => {
    const prompt_cache_breakpoint = { mode: 'explicit' };
    const image = { type: 'image_url', image_url: { url: 'https://a.example/' } };
    const content = [{ type: 'text', text: 'a', prompt_cache_breakpoint }];
    for (const more of [[], [{ ...image, prompt_cache_breakpoint }]]) {
      const turn = { role: 'user', content: [...content, ...more] };
      assert.deepEqual(encode(said(turn))['messages'], [turn]);
    }
    const cache_control = { type: 'ephemeral' };
    const marked = { role: 'user', content: [{ type: 'text', text: 'a', cache_control }] };
    const ofServer = encode(said({ role: 'user', content }), { cacheMarks: true });
    assert.deepEqual(ofServer['messages'], [marked]);
    const other = {
      ...read(said({ role: 'user', content })),
      dialect: 'anthropic-messages',
    } as const;
    const settings = { upstream: 'quill-1', user: undefined, options: {} };
    assert.deepEqual(encodeChatRequest(other, settings)['messages'], [
      { role: 'user', content: 'a' },
    ]);
  });

  it('moves media out of results', () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
    const { messages } = encode(
      said(
        { role: 'assistant', tool_calls: [called('x')] },
        { role: 'tool', tool_call_id: 'x', content: [{ type: 'text', text: 'here' }, image] },
      ),
    );
    assert.deepEqual(messages, [
      { role: 'assistant', content: null, tool_calls: [called('x')] },
      { role: 'tool', tool_call_id: 'x', content: 'here' },
      { role: 'user', content: [image] },
    ]);
  });

  it('says in a result of media alone where they are', () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
    const { messages } = encode(
      said(
        { role: 'assistant', tool_calls: [called('x'), called('y')] },
        { role: 'tool', tool_call_id: 'x', content: [image] },
        { role: 'tool', tool_call_id: 'y', content: '' },
      ),
    );
    assert.deepEqual(messages, [
      { role: 'assistant', content: null, tool_calls: [called('x'), called('y')] },
      { role: 'tool', tool_call_id: 'x', content: 'The result is in the next user message.' },
      { role: 'tool', tool_call_id: 'y', content: '' },
      { role: 'user', content: [image] },
    ]);
  });

  it('has ids of nine letters and digits where the server wants them, the same for a call and its result', () => {
    const nine = (id: string, taken = NINE) => {
      const { messages } = encode(
        said(
          { role: 'assistant', tool_calls: [called(id)] },
          { role: 'tool', tool_call_id: id, content: '' },
        ),
        { callIds: taken },
      );
      const [of, result] = JSON.stringify(messages).matchAll(/"(?:id|tool_call_id)":"(\w+)"/g);
      assert.match(of?.[1] ?? '', /^[A-Za-z0-9]{9}$/);
      assert.equal(of?.[1], result?.[1]);
      return of?.[1];
    };
    assert.equal(nine('D681PevKs'), 'D681PevKs');
    assert.notEqual(nine('call_1'), nine('call_2'));
    assert.equal(nine('call_1'), nine('call_1'));
    assert.match(nine('x'.repeat(41), /^.{1,40}$/) ?? '', NINE);
  });

  it('keeps calls apart of which one has the id that another would get', () => {
    const idsOf = (...given: readonly string[]) => {
      const turns = given.flatMap((id) => [
        { role: 'assistant', tool_calls: [called(id)] },
        { role: 'tool', tool_call_id: id, content: '' },
      ]);
      const text = JSON.stringify(encode(said(...turns), { callIds: NINE }).messages);
      return [...text.matchAll(/"(?:id|tool_call_id)":"(\w+)"/g)].map(([, id]) => id);
    };
    const [made = ''] = idsOf('call_1');
    for (const given of [
      ['call_1', made],
      [made, 'call_1'],
    ]) {
      const [one, ofOne, other, ofOther] = idsOf(...given);
      assert.deepEqual([ofOne, ofOther], [one, other]);
      assert.notEqual(one, other);
      assert.match(other ?? '', NINE);
    }
  });

  it('has names of tools in the alphabet of the wire, and the answer has the client\u2019s', () => {
    const names = new NameMap();
    const body = { ...said(), tools: [tool('a.b'), tool('a/b'), tool('a_b')] };
    const sent = encode(body, {}, { names });
    assert.deepEqual(sent['tools'], [tool('a_b'), tool('a_b_2'), tool('a_b_3')]);
    const { blocks } = chatBy({ nameOf: (name) => names.toClient(name) }).resultOf([
      calls({ id: 'x', function: { name: 'a_b_2', arguments: '{}' } }),
      chunk({}, 'tool_calls'),
    ]);
    assert.deepEqual(blocks, [{ type: 'call', id: 'x', name: 'a/b', input: '{}', by: 'client' }]);
  });
});
