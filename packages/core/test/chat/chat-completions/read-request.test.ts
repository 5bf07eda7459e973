import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  readChatCompletion,
  type ChatCompletionRequest,
  type ReadConversation,
} from '@model-gateway/core/chat';
import { HELLO, read, requestOf } from './read.ts';

describe('a request of chat completions', () => {
  it('has defaults where the client says nothing', () => {
    assert.deepEqual(requestOf({}), {
      dialect: 'openai-chat',
      model: 'acme/quill-1',
      messages: [{ role: 'user', blocks: [{ type: 'text', text: 'Hello' }] }],
      tools: [],
      toolChoice: { kind: 'auto' },
      sampling: {},
      stop: [],
      format: { kind: 'text' },
      stream: false,
      wantsUsage: false,
      extras: {},
    });
  });

  it('takes null for "not given", as clients write it', () => {
    const nulls = (
      'temperature top_p top_k seed stop logit_bias tools tool_choice max_tokens ' +
      'max_completion_tokens response_format reasoning stream reasoning_effort stream_options ' +
      'provider models session_id user parallel_tool_calls logprobs top_logprobs ' +
      'prompt functions function_call modalities audio prediction verbosity prompt_cache_key ' +
      'cache_control safety_identifier colour'
    ).split(' ');
    const read = requestOf(Object.fromEntries(nulls.map((name) => [name, null])));
    assert.deepEqual(read, requestOf({}));
  });

  const members: readonly (readonly [string, object, Partial<ReadConversation['request']>])[] = [
    ['the newer limit first', { max_tokens: 5, max_completion_tokens: 7 }, { maxOutputTokens: 7 }],
    ['one text to stop at', { stop: 'END' }, { stop: ['END'] }],
    ['several', { stop: ['a', 'b'] }, { stop: ['a', 'b'] }],
    [
      'how to sample',
      { temperature: 0, top_k: 3, seed: -1 },
      { sampling: { temperature: 0, topK: 3, seed: -1 } },
    ],
    ['a wish for JSON', { response_format: { type: 'json_object' } }, { format: { kind: 'json' } }],
    [
      'a schema',
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'n', schema: { type: 'object' }, strict: true },
        },
      },
      { format: { kind: 'schema', name: 'n', schema: { type: 'object' }, strict: true } },
    ],
    ['an effort', { reasoning_effort: 'high' }, { reasoning: { effort: 'high' } }],
    [
      'the same effort twice',
      { reasoning_effort: 'low', reasoning: { effort: 'low' } },
      { reasoning: { effort: 'low' } },
    ],
    [
      'a budget',
      { reasoning: { max_tokens: 2048, exclude: true } },
      { reasoning: { maxTokens: 2048, isHidden: true } },
    ],
    [
      'hidden reasoning, in the older word',
      { include_reasoning: false },
      { reasoning: { isHidden: true } },
    ],
    [
      'a wish for usage',
      { stream: true, stream_options: { include_usage: true } },
      { stream: true, wantsUsage: true },
    ],
    [
      'members that it does not know',
      { foo: { a: [1] }, verbosity: 'low', service_tier: 'flex' },
      { extras: { foo: { a: [1] }, verbosity: 'low' } },
    ],
  ];
  for (const [name, body, expected] of members) {
    it(`reads ${name}`, () => assert.deepEqual(requestOf(body), { ...requestOf({}), ...expected }));
  }

  it('keeps what is meant for the gateway away from providers', () => {
    const own = {
      provider: { only: ['acme'] },
      plugins: [],
      models: ['acme/quill-2'],
      session_id: 's',
    };
    const result = read({ model: 'acme/quill-1', messages: [HELLO], ...own, user: 'u', trace: {} });
    assert.ok('request' in result);
    assert.deepEqual(result.request.extras, {});
    assert.deepEqual(result.models, ['acme/quill-1', 'acme/quill-2']);
    assert.deepEqual(result.preferences, { only: ['acme'] });
    assert.deepEqual([result.sessionId, result.user], ['s', 'u']);
  });

  it('reads the newer name of the end user, whom no provider sees as written', () => {
    const result = read({ model: 'a/b', messages: [HELLO], safety_identifier: 'u' });
    assert.ok('request' in result);
    assert.deepEqual([result.user, result.request.extras], ['u', {}]);
    const both = read({ model: 'a/b', messages: [HELLO], safety_identifier: 'u', user: 'v' });
    assert.ok('request' in both);
    assert.equal(both.user, 'v');
  });

  it('reads the beta features of its header, and of none without one', () => {
    const body: ChatCompletionRequest = {
      model: 'a/b',
      messages: [{ role: 'user', content: 'Hello' }],
    };
    const betasWith = (headers: Readonly<Record<string, string>>) => {
      const result = readChatCompletion(body, { headers });
      assert.ok('request' in result);
      return result.request.betas;
    };
    assert.deepEqual(betasWith({ 'x-anthropic-beta': 'a-2025, b-2026,' }), ['a-2025', 'b-2026']);
    assert.equal(betasWith({ 'anthropic-beta': 'a-2025' }), undefined);
    assert.equal(betasWith({ 'x-anthropic-beta': ' , ' }), undefined);
  });

  it('reads which tools may be called', () => {
    const named = (name: string) => ({ type: 'function', function: { name } });
    const choiceOf = (mode: string) =>
      requestOf({
        tools: ['f', 'g', 'h'].map(named),
        tool_choice: {
          type: 'allowed_tools',
          allowed_tools: { mode, tools: ['f', 'g', 'f'].map(named) },
        },
      }).toolChoice;
    assert.deepEqual(choiceOf('auto'), { kind: 'auto', only: ['f', 'g'] });
    assert.deepEqual(choiceOf('required'), { kind: 'required', only: ['f', 'g'] });
  });

  it('reads a film under the type that it had first', () => {
    const film = (type: string) =>
      requestOf({
        messages: [
          { role: 'user', content: [{ type, video_url: { url: 'https://a.example/x.mp4' } }] },
        ],
      }).messages[0]?.blocks;
    assert.equal(film('video_url')?.[0]?.type, 'media');
    assert.deepEqual(film('input_video'), film('video_url'));
  });

  it('reads tools, and which one to call', () => {
    const tool = {
      type: 'function',
      function: { name: 'f', description: 'd', parameters: { type: 'object' }, strict: true },
    };
    const { tools, toolChoice } = requestOf({
      tools: [{ ...tool, cache_control: { type: 'ephemeral', ttl: '1h' }, eager: true }],
      tool_choice: { type: 'function', function: { name: 'f' } },
    });
    assert.deepEqual(tools, [
      {
        name: 'f',
        description: 'd',
        parameters: { type: 'object' },
        strict: true,
        cache: { ttl: '1h' },
        extras: { eager: true },
      },
    ]);
    assert.deepEqual(toolChoice, { kind: 'required', only: ['f'] });
  });

  it('takes a breakpoint of the cache in OpenAI’s words for one of any provider', () => {
    const prompt_cache_breakpoint = { mode: 'explicit' };
    const content = [{ type: 'text', text: 'a', prompt_cache_breakpoint }];
    const { messages } = requestOf({ messages: [{ role: 'user', content }] });
    const block = { type: 'text', text: 'a', cache: {}, extras: { prompt_cache_breakpoint } };
    assert.deepEqual(messages, [{ role: 'user', blocks: [block] }]);
  });

  it('reads a transcript: calls, results of one turn together, reasoning, media', () => {
    const { messages } = requestOf({
      messages: [
        { role: 'developer', content: 'Be brief.' },
        {
          role: 'user',
          name: 'ann',
          content: [
            { type: 'text', text: '' },
            { type: 'text', text: 'Look', cache_control: { type: 'ephemeral' } },
            { type: 'image_url', image_url: { url: 'data:image/PNG;base64,AAAA', detail: 'low' } },
          ],
        },
        {
          role: 'assistant',
          content: '',
          reasoning_content: 'hm',
          tool_calls: [
            {
              id: 'a',
              type: 'function',
              function: { name: 'f', arguments: '{"n":9007199254740993}' },
            },
            { id: 'b', type: 'function', function: { name: 'f', arguments: '' } },
          ],
        },
        { role: 'tool', tool_call_id: 'b', content: 'two' },
        {
          role: 'tool',
          tool_call_id: 'a',
          content: [{ type: 'image_url', image_url: { url: 'https://x.example/a.png' } }],
        },
        { role: 'user', content: [{ type: 'hologram', data: 1 }] },
      ],
    });
    assert.deepEqual(messages, [
      { role: 'developer', blocks: [{ type: 'text', text: 'Be brief.' }] },
      {
        role: 'user',
        name: 'ann',
        blocks: [
          { type: 'text', text: 'Look', cache: {} },
          {
            type: 'media',
            kind: 'image',
            mediaType: 'image/png',
            detail: 'low',
            source: { kind: 'base64', value: 'AAAA' },
            at: 'messages[1].content[2]',
          },
        ],
      },
      {
        role: 'assistant',
        blocks: [
          { type: 'reasoning', text: 'hm', isSummary: false },
          { type: 'call', id: 'a', name: 'f', input: '{"n":9007199254740993}', by: 'client' },
          { type: 'call', id: 'b', name: 'f', input: '', by: 'client' },
        ],
      },
      {
        role: 'user',
        blocks: [
          { type: 'result', id: 'b', isError: false, blocks: [{ type: 'text', text: 'two' }] },
          {
            type: 'result',
            id: 'a',
            isError: false,
            blocks: [
              {
                type: 'media',
                kind: 'image',
                mediaType: undefined,
                source: { kind: 'url', value: 'https://x.example/a.png' },
                at: 'messages[4].content[0]',
              },
            ],
          },
        ],
      },
      {
        role: 'user',
        blocks: [
          {
            type: 'foreign',
            wire: 'openai-chat',
            value: { type: 'hologram', data: 1 },
            at: 'messages[5].content[0]',
          },
        ],
      },
    ]);
  });
});
