import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatMessage, ChatRequest, ChatTool } from '@model-gateway/core/chat';
import { encodeResponseRequest } from '../../../src/wires/openai-responses/encode.ts';
import { judgeResponses } from '../../judges/responses-schema.ts';
import { BARE, call, foreign, media, result, said, text, thought } from '../blocks.ts';
import { ISSUER } from './reading.ts';

const OPTIONS = { upstream: 'gpt-5.5', user: undefined, options: {}, reasons: false };

/** Encodes a request of nothing but these members, and holds it against OpenAI's schema. */
function encoded(
  changes: Partial<ChatRequest>,
  more: Partial<Parameters<typeof encodeResponseRequest>[1]> = {},
) {
  const body: Readonly<Record<string, unknown>> = JSON.parse(
    JSON.stringify(encodeResponseRequest({ ...BARE, ...changes }, { ...OPTIONS, ...more })),
  );
  judgeResponses('CreateResponse', body);
  return body;
}

const inputOf = (...messages: readonly ChatMessage[]) => encoded({ messages })['input'];

describe('a request to Responses', () => {
  it('keeps nothing at the provider, and has no more than what was asked', () => {
    assert.deepEqual(encoded({}), {
      model: 'gpt-5.5',
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      store: false,
    });
  });

  it('keeps breakpoints of the cache of a client that speaks this form', () => {
    const prompt_cache_breakpoint = { mode: 'explicit' };
    const extras = { prompt_cache_breakpoint };
    const blocks = [{ ...text('a'), extras }];
    const messages: readonly ChatMessage[] = [
      { role: 'user', blocks },
      { role: 'assistant', blocks: [call('c', 'f', '{}')] },
      { role: 'user', blocks: [result('c', ...blocks)] },
    ];
    const itemsFor = (dialect: ChatRequest['dialect']) =>
      JSON.stringify(encodeResponseRequest({ ...BARE, messages, dialect }, OPTIONS));
    assert.equal(itemsFor('openai-responses').split('prompt_cache_breakpoint').length, 3);
    assert.equal(itemsFor('openai-chat').split('prompt_cache_breakpoint').length, 1);
  });

  it('asks for sealed reasoning of models that reason, and for streams without padding', () => {
    const { include, stream, stream_options: how } = encoded({ stream: true }, { reasons: true });
    assert.deepEqual(
      [include, stream, how],
      [['reasoning.encrypted_content'], true, { include_obfuscation: false }],
    );
  });

  it('has the roles in their places, the system in the middle, too', () => {
    const roles = inputOf(
      said('system', text('a')),
      said('user', text('b')),
      said('assistant', text('c'), { type: 'refusal', text: 'd' }),
      said('system', text('e')),
      said('developer', text('f')),
      said('user', text('g')),
    );
    assert.deepEqual(
      // The body was just encoded.
      (roles as readonly { role: string }[]).map(({ role }) => role),
      ['developer', 'user', 'assistant', 'assistant', 'developer', 'developer', 'user'],
    );
  });

  it('has reasoning before its call, text and parallel calls in order, and their results', () => {
    const data = { id: 'rs_1', encrypted_content: 'gAAAAA' };
    const items = inputOf(
      said('user', text('Go')),
      said(
        'assistant',
        thought('Hm.', { isSummary: true, sealed: { issuer: ISSUER, data } }),
        text('I look.', { phase: 'commentary' }),
        call('c1', 'a.b', '{"x":9007199254740993}'),
        call('c2', 'f', ''),
      ),
      said('user', result('c2', text('two')), result('c1', text('one'), text('more'))),
      said('user', text('And?')),
    );
    assert.deepEqual(items, [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go' }] },
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }], ...data },
      { type: 'message', role: 'assistant', content: 'I look.', phase: 'commentary' },
      { type: 'function_call', call_id: 'c1', name: 'a_b', arguments: '{"x":9007199254740993}' },
      { type: 'function_call', call_id: 'c2', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c2', output: 'two' },
      { type: 'function_call_output', call_id: 'c1', output: 'one\nmore' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'And?' }] },
    ]);
  });

  it('has images that a model made as they came', () => {
    const source = { kind: 'base64', value: 'AAAA' } as const;
    const image = { type: 'media', kind: 'image', mediaType: undefined, source } as const;
    assert.deepEqual(inputOf(said('assistant', { ...image, extras: { id: 'ig_1' } })), [
      { id: 'ig_1', type: 'image_generation_call', status: 'completed', result: 'AAAA' },
    ]);
  });

  it('leaves out reasoning without a seal, which OpenAI would refuse', () => {
    assert.deepEqual(inputOf(said('assistant', thought('Hm.'), text('Yes'))), [
      { type: 'message', role: 'assistant', content: 'Yes' },
    ]);
  });

  it('names no item by its id alone, whatever a client says was sealed', () => {
    const forged = [
      { type: 'item_reference', id: 'msg_1' },
      { id: 'rs_1' },
      { encrypted_content: { id: 'rs_1' } },
    ].map((data) => thought('', { isSummary: true, sealed: { issuer: ISSUER, data } }));
    assert.deepEqual(inputOf(said('assistant', ...forged, text('Yes'))), [
      { type: 'message', role: 'assistant', content: 'Yes' },
    ]);
    const own = { id: 'rs_1', encrypted_content: 'gAAAAA' };
    const data = { ...own, type: 'item_reference', status: 'x' };
    assert.deepEqual(
      inputOf(said('assistant', thought('', { sealed: { issuer: ISSUER, data } }))),
      [{ type: 'reasoning', summary: [], ...own }],
    );
  });

  it('has text beside results, and images in them, where they were', () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto' };
    assert.deepEqual(
      inputOf(
        said('assistant', call('c1', 'f', '')),
        said('user', result('c1', text('See'), media({})), text('And this:'), media({})),
      ),
      [
        { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
        {
          type: 'function_call_output',
          call_id: 'c1',
          output: [{ type: 'input_text', text: 'See' }, image],
        },
        {
          type: 'message',
          role: 'user',
          content: [{ type: 'input_text', text: 'And this:' }, image],
        },
      ],
    );
  });

  it('has images and files as addresses or data', () => {
    const url = (value: string) => ({ kind: 'url', value });
    const parts = inputOf(
      said(
        'user',
        media({ source: url('https://a.example/x.png'), detail: 'high' }),
        media({ kind: 'file', mediaType: 'application/pdf', name: 'a.pdf' }),
        media({ kind: 'file', mediaType: undefined, source: url('https://a.example/x.pdf') }),
        media({ kind: 'file', mediaType: 'text/plain', source: { kind: 'text', value: 'T' } }),
      ),
    );
    assert.deepEqual(parts, [
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_image', image_url: 'https://a.example/x.png', detail: 'high' },
          {
            type: 'input_file',
            file_data: 'data:application/pdf;base64,AAAA',
            filename: 'a.pdf',
          },
          { type: 'input_file', file_url: 'https://a.example/x.pdf' },
          { type: 'input_text', text: 'T' },
        ],
      },
    ]);
    for (const kind of ['audio', 'video'] as const) {
      assert.throws(() => inputOf(said('user', media({ kind }))), { failure: 'parameter' });
    }
  });

  const TOOLS: readonly ChatTool[] = [
    { name: 'a.b', description: 'A', parameters: { type: 'object', properties: { z: {}, a: {} } } },
    { name: 'none', strict: true },
    {
      name: 'patch',
      parameters: { type: 'object' },
      freeform: { format: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' } },
    },
  ];

  it('has tools flat, and those that take text as they are', () => {
    const { tools } = encoded({ tools: TOOLS });
    assert.deepEqual(tools, [
      {
        type: 'function',
        name: 'a_b',
        description: 'A',
        parameters: { type: 'object', properties: { z: {}, a: {} } },
        strict: false,
      },
      {
        type: 'function',
        name: 'none',
        parameters: { type: 'object', properties: {} },
        strict: true,
      },
      {
        type: 'custom',
        name: 'patch',
        format: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' },
      },
    ]);
  });

  const choices: readonly (readonly [choice: ChatRequest['toolChoice'], written: unknown])[] = [
    [{ kind: 'auto' }, undefined],
    [{ kind: 'none' }, 'none'],
    [{ kind: 'required' }, 'required'],
    [
      { kind: 'required', only: ['a.b'] },
      { type: 'function', name: 'a_b' },
    ],
    [
      { kind: 'required', only: ['patch'] },
      { type: 'custom', name: 'patch' },
    ],
    [
      { kind: 'auto', only: ['a.b', 'patch'] },
      {
        type: 'allowed_tools',
        mode: 'auto',
        tools: [
          { type: 'function', name: 'a_b' },
          { type: 'custom', name: 'patch' },
        ],
      },
    ],
  ];
  for (const [toolChoice, written] of choices) {
    it(`chooses tools: ${JSON.stringify(toolChoice)}`, () => {
      const body = encoded({ tools: TOOLS, toolChoice, parallelCalls: false });
      assert.deepEqual(body['tool_choice'], written);
      assert.equal(body['parallel_tool_calls'], false);
    });
  }

  it('has the tools that only its own models know, chosen by their type', () => {
    const hostedTools = [{ name: 'local_shell', value: { type: 'local_shell' } }];
    const toolChoice = { kind: 'required', only: ['local_shell'] } as const;
    const request = { ...BARE, tools: TOOLS.slice(1, 2), hostedTools, toolChoice };
    // The extract of the schema has no tools of that kind, so that it cannot judge.
    const { tools, tool_choice: choice } = encodeResponseRequest(request, OPTIONS);
    assert.ok(Array.isArray(tools));
    assert.deepEqual([tools.at(-1), choice], [{ type: 'local_shell' }, { type: 'local_shell' }]);
  });

  it('says nothing of tools where there are none', () => {
    const body = encoded({ toolChoice: { kind: 'none' }, parallelCalls: true });
    assert.deepEqual(Object.keys(body), ['model', 'input', 'store']);
  });

  it('replays calls of tools that take text as text', () => {
    const messages = [
      said('assistant', call('c1', 'patch', '{"input":"say \\"hi\\"\\n"}')),
      said('user', result('c1', text('done'))),
    ];
    assert.deepEqual(encoded({ messages, tools: TOOLS })['input'], [
      { type: 'custom_tool_call', call_id: 'c1', name: 'patch', input: 'say "hi"\n' },
      { type: 'custom_tool_call_output', call_id: 'c1', output: 'done' },
    ]);
  });

  it('shortens ids of calls that are too long, the same for the result and different for others', () => {
    const long = 'x'.repeat(70);
    const ids = inputOf(
      said('assistant', call(`${long}1`, 'f', ''), call(`${long}2`, 'f', '')),
      said('user', result(`${long}1`), result(`${long}2`)),
      // The body was just encoded.
    ) as readonly { call_id: string }[];
    const [a, b, c, d] = ids.map(({ call_id: id }) => id);
    assert.deepEqual([a, b], [c, d]);
    assert.ok(a !== b && (a?.length ?? 99) <= 64);
  });

  const members: readonly (readonly [asked: Partial<ChatRequest>, written: object])[] = [
    [{ maxOutputTokens: 100 }, { max_output_tokens: 100 }],
    [{ maxOutputTokens: 1 }, { max_output_tokens: 16 }],
    [{ sampling: { temperature: 0, topP: 0.5 } }, { temperature: 0, top_p: 0.5 }],
    [
      { sampling: { logprobs: true, topLogprobs: 3 } },
      { top_logprobs: 3, include: ['message.output_text.logprobs'] },
    ],
    [{ reasoning: { effort: 'high' } }, { reasoning: { effort: 'high' } }],
    [
      { reasoning: { isEnabled: true, summary: 'auto' } },
      { reasoning: { effort: 'medium', summary: 'auto' } },
    ],
    [
      { reasoning: { maxTokens: 500, summary: 'auto', isHidden: true }, maxOutputTokens: 1000 },
      { max_output_tokens: 1000, reasoning: { effort: 'medium' } },
    ],
    [{ format: { kind: 'json' } }, { text: { format: { type: 'json_object' } } }],
    [
      { format: { kind: 'schema', name: 's', schema: { type: 'object' }, strict: true } },
      {
        text: {
          format: { type: 'json_schema', name: 's', schema: { type: 'object' }, strict: true },
        },
      },
    ],
    [
      {
        dialect: 'openai-responses',
        extras: { text: { verbosity: 'low' }, truncation: 'auto', client_metadata: { a: 1 } },
        format: { kind: 'json' },
      },
      {
        truncation: 'auto',
        client_metadata: { a: 1 },
        text: { verbosity: 'low', format: { type: 'json_object' } },
      },
    ],
    [{ dialect: 'openai-chat', extras: { verbosity: 'low' } }, {}],
  ];
  for (const [asked, written] of members) {
    it(`says ${JSON.stringify(asked)}`, () => {
      const { model: _, input: __, store: ___, ...rest } = encoded(asked);
      assert.deepEqual(rest, written);
    });
  }

  it('has the end user as a pseudonym, and options last', () => {
    const body = encoded({}, { user: 'a1', options: { service_tier: 'flex' } });
    assert.deepEqual([body['safety_identifier'], body['service_tier']], ['a1', 'flex']);
  });

  it('passes on what it does not know of its own dialect, items and parts', () => {
    const item = { type: 'tool_search_call', id: 'ts_1' };
    const part = { type: 'input_hologram', data: 'x' };
    const messages = [
      said('assistant', foreign('openai-responses', item)),
      said('user', text('a'), foreign('openai-responses', part)),
    ];
    const request: ChatRequest = { ...BARE, dialect: 'openai-responses', messages };
    // The schema knows neither, so that it cannot judge.
    const { input } = encodeResponseRequest(request, OPTIONS);
    assert.deepEqual(input, [
      item,
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'a' }, part] },
    ]);
  });
});
