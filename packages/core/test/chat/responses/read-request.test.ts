import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { RESPONSES } from '../../../src/chat/dialects/responses/dialect.ts';
import { packSealed } from '../../../src/chat/sealed-text.ts';
import { ResponseRequestSchema } from '../../../src/resources/response-request.ts';

/** Reads a body as the operation does. */
function read(body: object) {
  const whole = v.parse(ResponseRequestSchema, { model: 'acme/quill-1', input: 'Hi', ...body });
  return RESPONSES.read(whole, { headers: {} });
}

function conversationOf(body: object) {
  const result = read(body);
  assert.ok('request' in result, JSON.stringify(result));
  return result;
}

const requestOf = (body: object) => conversationOf(body).request;
const messagesOf = (...input: readonly object[]) => requestOf({ input }).messages;

function issuesOf(body: object): readonly string[] {
  const result = read(body);
  assert.ok(!('request' in result), 'it was read');
  return result.map(({ message }) => message);
}

const text = (value: string, more: object = {}) => ({ type: 'text', text: value, ...more });
const CALL = { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{"a":1}' };
const RESULT = { type: 'function_call_output', call_id: 'c1', output: 'ok' };
const call = { type: 'call', id: 'c1', name: 'f', input: '{"a":1}', by: 'client' };
const result = (...blocks: readonly object[]) => ({
  type: 'result',
  id: 'c1',
  isError: false,
  blocks,
});

describe('a request of Responses', () => {
  it('is a text, or items, after the instructions', () => {
    assert.deepEqual(requestOf({ instructions: 'Be brief.' }).messages, [
      { role: 'system', blocks: [text('Be brief.')] },
      { role: 'user', blocks: [text('Hi')] },
    ]);
    assert.deepEqual(messagesOf({ role: 'user', content: 'Hi' }), [
      { role: 'user', blocks: [text('Hi')] },
    ]);
  });

  it('keeps the order of roles, and what a model did on its own in one turn', () => {
    const messages = messagesOf(
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'a' }], id: 'x' },
      { role: 'user', content: 'b' },
      { type: 'reasoning', summary: [{ text: 'Hm.' }, { text: 'Ah.' }] },
      {
        type: 'message',
        role: 'assistant',
        phase: 'commentary',
        status: 'completed',
        id: 'msg_1',
        content: [
          { type: 'output_text', text: 'c', annotations: [] },
          { type: 'refusal', refusal: 'No.' },
        ],
      },
      CALL,
      { ...CALL, call_id: 'c2' },
      { ...RESULT, call_id: 'c2' },
      RESULT,
      { role: 'system', content: 'd' },
      { role: 'user', content: 'e' },
    );
    assert.deepEqual(messages, [
      { role: 'developer', blocks: [text('a')] },
      { role: 'user', blocks: [text('b')] },
      {
        role: 'assistant',
        blocks: [
          { type: 'reasoning', text: 'Hm.\n\nAh.', isSummary: true },
          text('c', { phase: 'commentary' }),
          { type: 'refusal', text: 'No.' },
          call,
          { ...call, id: 'c2' },
        ],
      },
      { role: 'user', blocks: [{ ...result(text('ok')), id: 'c2' }, result(text('ok'))] },
      { role: 'system', blocks: [text('d')] },
      { role: 'user', blocks: [text('e')] },
    ]);
  });

  it('leaves out turns without content', () => {
    assert.deepEqual(
      messagesOf(
        { role: 'assistant', content: [] },
        { role: 'user', content: 'Hi' },
        { type: 'reasoning', summary: [] },
      ),
      [{ role: 'user', blocks: [text('Hi')] }],
    );
  });

  it('has media in messages and in results', () => {
    const image = { type: 'input_image', image_url: 'data:image/PNG;base64,AAAA', detail: 'low' };
    const png = {
      type: 'media',
      kind: 'image',
      mediaType: 'image/png',
      source: { kind: 'base64', value: 'AAAA' },
      detail: 'low',
    };
    const url = (kind: string, value: string, more: object = {}) => ({
      type: 'media',
      kind,
      mediaType: undefined,
      source: { kind: 'url', value },
      ...more,
    });
    const messages = messagesOf(
      CALL,
      { ...RESULT, output: [{ type: 'input_text', text: 'See' }, image] },
      {
        role: 'user',
        content: [
          { type: 'input_file', file_url: 'https://a.example/x.pdf', filename: 'x.pdf' },
          { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
          { type: 'input_video', video_url: 'https://a.example/x.mp4' },
        ],
      },
    );
    assert.deepEqual(messages.slice(1), [
      { role: 'user', blocks: [result(text('See'), png)] },
      {
        role: 'user',
        blocks: [
          url('file', 'https://a.example/x.pdf', { name: 'x.pdf' }),
          {
            type: 'media',
            kind: 'audio',
            mediaType: 'audio/mp3',
            source: { kind: 'base64', value: 'AAAA' },
          },
          url('video', 'https://a.example/x.mp4'),
        ],
      },
    ]);
  });

  it('gives sealed reasoning to its issuer, and native data to any endpoint of its wire', () => {
    const sealed = { issuer: 'gemini@google', data: { thoughtSignature: 'x' } };
    const reasoning = (encrypted: string, more: object = {}) => ({
      type: 'reasoning',
      id: 'rs_1',
      summary: [],
      encrypted_content: encrypted,
      ...more,
    });
    const hidden = { type: 'reasoning', text: '', isSummary: true };
    const [turn] = messagesOf(
      reasoning(packSealed(sealed)),
      reasoning('gAAAAA'),
      reasoning('mg1.forged', { content: [{ type: 'reasoning_text', text: 'Hm.' }] }),
    );
    assert.deepEqual(turn?.blocks, [
      { ...hidden, sealed },
      {
        ...hidden,
        sealed: {
          issuer: 'openai-responses',
          data: { id: 'rs_1', encrypted_content: 'gAAAAA' },
        },
      },
      { type: 'reasoning', text: 'Hm.', isSummary: false },
    ]);
  });

  it('keeps items and parts that it does not know, for endpoints of its wire', () => {
    const item = { type: 'tool_search_call', id: 'ts_1' };
    const part = { type: 'input_hologram', data: 'x' };
    const messages = messagesOf(item, { role: 'user', content: [part] });
    const foreign = (value: object) => ({ type: 'foreign', wire: 'openai-responses', value });
    assert.deepEqual(messages, [
      { role: 'assistant', blocks: [foreign(item)] },
      { role: 'user', blocks: [foreign(part)] },
    ]);
  });

  const FUNCTION = {
    type: 'function',
    name: 'f',
    description: 'F',
    parameters: { type: 'object', properties: { big: { const: 9007199254740991 } } },
    strict: true,
  };
  const CUSTOM = { type: 'custom', name: 'patch', format: { type: 'grammar', definition: 'x' } };
  const SPACE = { type: 'namespace', name: 'notes', description: 'N', tools: [FUNCTION, CUSTOM] };

  it('has functions, tools that take text, and those of namespaces under longer names', () => {
    const { tools } = requestOf({ tools: [FUNCTION, CUSTOM, SPACE] });
    const { type: _, ...f } = FUNCTION;
    const freeform = {
      parameters: {
        type: 'object',
        properties: { input: { type: 'string' } },
        required: ['input'],
        additionalProperties: false,
      },
      freeform: { format: CUSTOM.format },
    };
    assert.deepEqual(tools, [
      f,
      { name: 'patch', ...freeform },
      { ...f, name: 'notes__f' },
      { name: 'notes__patch', ...freeform },
    ]);
  });

  it('reads calls of such tools and their results', () => {
    const [turn, after] = messagesOf(
      { type: 'custom_tool_call', call_id: 'c1', name: 'patch', input: 'say "hi"\n' },
      { ...CALL, call_id: 'c2', namespace: 'notes' },
      { type: 'custom_tool_call_output', call_id: 'c1', output: 'ok' },
      { ...RESULT, call_id: 'c2' },
    );
    assert.deepEqual(turn?.blocks, [
      { ...call, name: 'patch', input: '{"input":"say \\"hi\\"\\n"}' },
      { ...call, id: 'c2', name: 'notes__f' },
    ]);
    assert.equal(after?.blocks.length, 2);
  });

  it('leaves out tools that a host would have to run, and says so once for each type', () => {
    const { request, warnings } = conversationOf({
      tools: [
        { type: 'web_search', external_web_access: true },
        { type: 'web_search' },
        FUNCTION,
        { type: 'mcp', server_label: 'x' },
      ],
    });
    assert.equal(request.tools.length, 1);
    assert.equal(request.hostedTools, undefined);
    assert.deepEqual(warnings, [
      { parameter: 'tools.web_search', note: 'ignored' },
      { parameter: 'tools.mcp', note: 'ignored' },
    ]);
  });

  it('keeps tools that the client runs and only models of its wire know', () => {
    const tool = { type: 'local_shell' };
    const { hostedTools } = requestOf({ tools: [tool] });
    assert.deepEqual(hostedTools, [{ name: 'local_shell', value: tool }]);
  });

  const choices: readonly (readonly [written: unknown, choice: object])[] = [
    [undefined, { kind: 'auto' }],
    ['none', { kind: 'none' }],
    ['required', { kind: 'required' }],
    [
      { type: 'function', name: 'f' },
      { kind: 'required', only: ['f'] },
    ],
    [
      { type: 'function', name: 'f', namespace: 'notes' },
      { kind: 'required', only: ['notes__f'] },
    ],
    [
      { type: 'custom', name: 'patch' },
      { kind: 'required', only: ['patch'] },
    ],
    [
      {
        type: 'allowed_tools',
        mode: 'auto',
        tools: [
          { type: 'function', name: 'f' },
          { type: 'custom', name: 'patch' },
        ],
      },
      { kind: 'auto', only: ['f', 'patch'] },
    ],
  ];
  for (const [written, choice] of choices) {
    it(`chooses tools: ${JSON.stringify(written)}`, () => {
      const body = { tools: [FUNCTION, CUSTOM, SPACE], tool_choice: written };
      assert.deepEqual(requestOf(body).toolChoice, choice);
    });
  }

  const members: readonly (readonly [body: object, request: object])[] = [
    [{ max_output_tokens: 100 }, { maxOutputTokens: 100 }],
    [{ temperature: 0, top_p: 0.5 }, { sampling: { temperature: 0, topP: 0.5 } }],
    [
      { include: ['message.output_text.logprobs'], top_logprobs: 2 },
      { sampling: { logprobs: true, topLogprobs: 2 } },
    ],
    [
      { include: ['reasoning.encrypted_content'], top_logprobs: 0 },
      { sampling: { topLogprobs: 0 } },
    ],
    [
      { reasoning: { effort: 'high', summary: 'auto' } },
      { reasoning: { effort: 'high', summary: 'auto' } },
    ],
    [{ reasoning: { generate_summary: 'concise' } }, { reasoning: { summary: 'concise' } }],
    [{ reasoning: { max_tokens: 900 } }, { reasoning: { maxTokens: 900 } }],
    [{ reasoning: { effort: null } }, {}],
    [{ text: { format: { type: 'json_object' } } }, { format: { kind: 'json' } }],
    [
      { text: { format: { type: 'json_schema', name: 's', schema: { a: 1 }, strict: true } } },
      { format: { kind: 'schema', name: 's', schema: { a: 1 }, strict: true } },
    ],
    [
      { text: { verbosity: 'low' }, client_metadata: { a: 1 }, truncation: 'auto' },
      { extras: { text: { verbosity: 'low' }, client_metadata: { a: 1 }, truncation: 'auto' } },
    ],
    [
      { parallel_tool_calls: false, stream: true },
      { parallelCalls: false, stream: true },
    ],
    [{ store: false, previous_response_id: null, background: false, metadata: { a: 'b' } }, {}],
  ];
  for (const [body, expected] of members) {
    it(`is understood: ${JSON.stringify(body)}`, () => {
      const plain = requestOf({});
      assert.deepEqual(requestOf(body), { ...plain, ...expected });
    });
  }

  it('names its user by either name, and what keeps it at a provider', () => {
    const { user, sessionId, cacheKey } = conversationOf({
      safety_identifier: 'u1',
      prompt_cache_key: 'k1',
    });
    assert.deepEqual([user, sessionId, cacheKey], ['u1', undefined, 'k1']);
    assert.equal(conversationOf({ user: 'u2', safety_identifier: 'u1' }).user, 'u2');
  });

  const mistakes: readonly (readonly [body: object, ...sentences: readonly RegExp[]])[] = [
    [{ model: undefined }, /^model is required/],
    [{ store: true }, /^store must be false: this gateway keeps no answers/],
    [{ previous_response_id: 'resp_1' }, /^previous_response_id must be left out/],
    [{ conversation: 'conv_1' }, /^conversation must be left out/],
    [{ background: true }, /^background must be false/],
    [{ prompt: { id: 'p' } }, /^prompt must be left out/],
    [{ plugins: [{ id: 'a', enabled: false }, { id: 'web' }] }, /^plugins\[1\]\.id names a plugin/],
    [{ input: [{ type: 'item_reference', id: 'x' }] }, /^input\[0\]\.type is item_reference/],
    [{ input: [RESULT] }, /^input\[0\]\.call_id is "c1", which no call before it has/],
    [{ input: [CALL, RESULT, RESULT] }, /^input\[2\]\.call_id is "c1"/],
    [{ input: [CALL, CALL] }, /^input\[1\]\.call_id repeats "c1"/],
    [
      { input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'f' }] }] },
      /^input\[0\]\.content\[0\]\.file_id names a stored file/,
    ],
    [
      { input: [{ role: 'user', content: [{ type: 'input_file' }] }] },
      /^input\[0\]\.content\[0\]\.file_url is required/,
    ],
    [
      {
        input: [
          { role: 'user', content: [{ type: 'input_file', file_data: 'AAAA', filename: 'a' }] },
        ],
      },
      /^input\[0\]\.content\[0\]\.file_data must be an HTTP\(S\) URL or a data URL, got "AAAA"/,
    ],
    [
      { input: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
      /^input\[0\]\.content\[0\]\.type must be input_text, input_image/,
    ],
    [{ tools: [FUNCTION, FUNCTION] }, /^tools\[1\]\.name repeats "f"/],
    [{ tools: [SPACE, { ...FUNCTION, name: 'notes__f' }] }, /^tools\[1\]\.name repeats "notes__f"/],
    [{ tool_choice: 'required' }, /^tool_choice cannot be required without tools/],
    [
      { tools: [{ type: 'web_search' }], tool_choice: { type: 'web_search' } },
      /^tool_choice names "web_search", which this gateway would have to run/,
    ],
    [
      { tools: [FUNCTION], tool_choice: { type: 'function', name: 'g' } },
      /^tool_choice names "g", which is not one of tools/,
    ],
    [
      {
        tools: [FUNCTION],
        tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'mcp' }] },
      },
      /^tool_choice\.tools\[0\] names "mcp"/,
    ],
    [{ reasoning: { effort: 'low', max_tokens: 9 } }, /^reasoning\.max_tokens cannot be combined/],
  ];
  for (const [body, ...sentences] of mistakes) {
    it(`is refused with ${JSON.stringify(body)}`, () => {
      const issues = issuesOf(body);
      assert.equal(issues.length, sentences.length, String(issues));
      for (const [place, sentence] of sentences.entries()) {
        assert.match(issues[place] ?? '', sentence);
      }
    });
  }
});
