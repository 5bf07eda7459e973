import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  MessageRequestSchema,
  readMessage,
  type Block,
  type MessageRequest,
  type ReadConversation,
} from '@model-gateway/core/chat';
import { createBodyCheck, createJsonReader } from '@model-gateway/core/kit';
import { packSealed } from '../../../src/chat/sealed-text.ts';

const readJson = createJsonReader(MessageRequestSchema);
const check = createBodyCheck({ schema: MessageRequestSchema, secrets: [] });
const HELLO = { role: 'user', content: 'Hello' };

/** Reads a body as the gateway does; the problems are those of whichever step finds some. */
function read(
  members: object,
  headers: Readonly<Record<string, string>> = {},
): ReadConversation | readonly string[] {
  const body = { model: 'acme/quill-1', messages: [HELLO], ...members };
  const json = readJson(new TextEncoder().encode(JSON.stringify(body)));
  if (!json.ok) return [json.issue.message];
  const checked = check(json.value);
  if (!checked.ok) return checked.issues.map(({ message }) => message);
  // The check returns what its schema makes of the body.
  const result = readMessage(checked.body as MessageRequest, { headers });
  return 'request' in result ? result : result.map(({ message }) => message);
}

function good(members: object, headers?: Readonly<Record<string, string>>): ReadConversation {
  const result = read(members, headers);
  assert.ok('request' in result, JSON.stringify(result));
  return result;
}

const requestOf = (members: object) => good(members).request;

/** The blocks of a user turn with this content. */
function blocksOf(...content: readonly object[]): readonly Block[] {
  return requestOf({ messages: [{ role: 'user', content }] }).messages[0]?.blocks ?? [];
}

/** The blocks of an assistant turn with this content. */
function answerOf(...content: readonly object[]): readonly Block[] {
  const messages = [HELLO, { role: 'assistant', content }, HELLO];
  return requestOf({ messages }).messages[1]?.blocks ?? [];
}

describe('a request of messages', () => {
  const members: readonly (readonly [string, object, Partial<ReadConversation['request']>])[] = [
    ['max_tokens', { max_tokens: 5 }, { maxOutputTokens: 5 }],
    ['no max_tokens', {}, { stop: [], stream: false, format: { kind: 'text' } }],
    [
      'sampling',
      { temperature: 1, top_p: 0.5, top_k: 3 },
      { sampling: { temperature: 1, topP: 0.5, topK: 3 } },
    ],
    ['stop_sequences', { stop_sequences: ['END'] }, { stop: ['END'] }],
    [
      'nulls for what is not given',
      { system: null, tools: null, thinking: null, stop_sequences: null },
      { tools: [], stop: [] },
    ],
    [
      'a thinking budget',
      { thinking: { type: 'enabled', budget_tokens: 2000 } },
      { reasoning: { isEnabled: true, maxTokens: 2000, summary: 'auto' } },
    ],
    [
      'thinking that is not shown',
      { thinking: { type: 'adaptive', display: 'omitted' } },
      { reasoning: { isEnabled: true, isHidden: true } },
    ],
    [
      'thinking that is off',
      { thinking: { type: 'disabled' }, output_config: { effort: 'high' } },
      { reasoning: { isEnabled: false } },
    ],
    ['an effort', { output_config: { effort: 'max' } }, { reasoning: { effort: 'max' } }],
    [
      'a schema',
      { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
      { format: { kind: 'schema', name: 'answer', schema: { type: 'object' }, strict: true } },
    ],
    [
      'a schema by its older name',
      { output_format: { type: 'json_schema', schema: {} } },
      { format: { kind: 'schema', name: 'answer', schema: {}, strict: true } },
    ],
    [
      'unknown members',
      {
        context_management: { edits: [] },
        speed: 'fast',
        output_config: { effort: 'low', task_budget: 5 },
      },
      {
        extras: {
          context_management: { edits: [] },
          speed: 'fast',
          output_config: { task_budget: 5 },
        },
      },
    ],
    [
      'members of the gateway',
      { provider: {}, session_id: 's', trace: {}, route: 'fallback' },
      { extras: {} },
    ],
  ];
  for (const [what, given, expected] of members) {
    it(`has ${what}`, () => {
      const request = requestOf(given);
      assert.deepEqual({ ...request, ...expected }, request);
    });
  }

  it('has its instructions as a turn before the others, with their cache marks', () => {
    assert.deepEqual(requestOf({ system: 'Be brief.' }).messages[0], {
      role: 'system',
      blocks: [{ type: 'text', text: 'Be brief.' }],
    });
    const marked = { type: 'text', text: 'a', cache_control: { type: 'ephemeral', ttl: '1h' } };
    assert.deepEqual(requestOf({ system: [marked] }).messages[0]?.blocks, [
      { type: 'text', text: 'a', cache: { ttl: '1h' } },
    ]);
  });

  it('keeps a system turn where it stands', () => {
    const { messages } = requestOf({
      messages: [HELLO, { role: 'system', content: 'Now brief.' }],
    });
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'system'],
    );
  });

  it('keeps the note for billing from all but its own wire', () => {
    const text = 'x-anthropic-billing-header: cc_version=2.1.330; cch=abcde;';
    assert.deepEqual(requestOf({ system: [{ type: 'text', text }] }).messages[0]?.blocks, [
      {
        type: 'foreign',
        wire: 'anthropic-messages',
        value: { type: 'text', text },
        isOptional: true,
      },
    ]);
  });

  const blocks: readonly (readonly [string, object, Block | undefined])[] = [
    ['text', { type: 'text', text: 'a' }, { type: 'text', text: 'a' }],
    ['no empty text', { type: 'text', text: '' }, undefined],
    [
      'citations of a text as written',
      { type: 'text', text: 'a', citations: [{ type: 'x' }] },
      { type: 'text', text: 'a', extras: { citations: [{ type: 'x' }] } },
    ],
    [
      'an image as data',
      { type: 'image', source: { type: 'base64', media_type: 'image/PNG', data: 'QUJD' } },
      {
        type: 'media',
        kind: 'image',
        mediaType: 'image/png',
        source: { kind: 'base64', value: 'QUJD' },
      },
    ],
    [
      'an image by its URL',
      {
        type: 'image',
        source: { type: 'url', url: 'https://a.test/b' },
        cache_control: { type: 'ephemeral' },
      },
      {
        type: 'media',
        kind: 'image',
        mediaType: undefined,
        source: { kind: 'url', value: 'https://a.test/b' },
        cache: {},
      },
    ],
    [
      'a document as data',
      {
        type: 'document',
        title: 'T',
        source: { type: 'base64', media_type: 'application/pdf', data: 'QUJD' },
      },
      {
        type: 'media',
        kind: 'file',
        name: 'T',
        mediaType: 'application/pdf',
        source: { kind: 'base64', value: 'QUJD' },
      },
    ],
    [
      'a document as text',
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' } },
      {
        type: 'media',
        kind: 'file',
        mediaType: 'text/plain',
        source: { kind: 'text', value: 'a' },
      },
    ],
    [
      'a document of content that is text',
      { type: 'document', source: { type: 'content', content: 'a' } },
      {
        type: 'media',
        kind: 'file',
        mediaType: 'text/plain',
        source: { kind: 'text', value: 'a' },
      },
    ],
    [
      'a document of blocks as written',
      { type: 'document', source: { type: 'content', content: [] } },
      {
        type: 'foreign',
        wire: 'anthropic-messages',
        value: { type: 'document', source: { type: 'content', content: [] } },
      },
    ],
    [
      'a document by its URL, with its rules',
      { type: 'document', context: 'c', source: { type: 'url', url: 'https://a.test/b' } },
      {
        type: 'media',
        kind: 'file',
        mediaType: undefined,
        source: { kind: 'url', value: 'https://a.test/b' },
        extras: { context: 'c' },
      },
    ],
    [
      'a search result as written',
      { type: 'search_result', source: 's' },
      {
        type: 'foreign',
        wire: 'anthropic-messages',
        value: { type: 'search_result', source: 's' },
      },
    ],
  ];
  for (const [what, given, expected] of blocks) {
    it(`reads ${what}`, () => {
      assert.deepEqual(blocksOf(given), expected === undefined ? [] : [expected]);
    });
  }

  it('reads calls and their results, with images in them', () => {
    const call = { type: 'tool_use', id: 'c1', name: 'look', input: { at: [1] } };
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'QUJD' },
    };
    const result = {
      type: 'tool_result',
      tool_use_id: 'c1',
      is_error: true,
      content: [{ type: 'text', text: 'x' }, image],
    };
    const { messages } = requestOf({
      messages: [
        HELLO,
        { role: 'assistant', content: [call] },
        { role: 'user', content: [result, { type: 'text', text: 'and?' }] },
      ],
    });
    assert.deepEqual(messages.slice(1), [
      {
        role: 'assistant',
        blocks: [{ type: 'call', id: 'c1', name: 'look', input: '{"at":[1]}', by: 'client' }],
      },
      {
        role: 'user',
        blocks: [
          {
            type: 'result',
            id: 'c1',
            isError: true,
            blocks: [
              { type: 'text', text: 'x' },
              {
                type: 'media',
                kind: 'image',
                mediaType: 'image/png',
                source: { kind: 'base64', value: 'QUJD' },
              },
            ],
          },
          { type: 'text', text: 'and?' },
        ],
      },
    ]);
  });

  const sealed = { issuer: 'gemini@x', data: { thoughtSignature: 'abc' } };
  const thoughts: readonly (readonly [string, object, Block | undefined])[] = [
    [
      'what it packed',
      { type: 'thinking', thinking: 'Hm', signature: packSealed(sealed) },
      { type: 'reasoning', text: 'Hm', isSummary: false, sealed },
    ],
    [
      'redacted data that it packed',
      { type: 'redacted_thinking', data: packSealed(sealed) },
      { type: 'reasoning', text: '', isSummary: false, sealed },
    ],
    [
      'a signature of a provider',
      { type: 'thinking', thinking: 'Hm', signature: 'EqQB' },
      {
        type: 'reasoning',
        text: 'Hm',
        isSummary: false,
        sealed: { issuer: 'anthropic-messages', data: { signature: 'EqQB' } },
      },
    ],
    [
      'redacted data of a provider',
      { type: 'redacted_thinking', data: 'EqQB' },
      {
        type: 'reasoning',
        text: '',
        isSummary: false,
        sealed: { issuer: 'anthropic-messages', data: { data: 'EqQB' } },
      },
    ],
    [
      'reasoning that nobody signed',
      { type: 'thinking', thinking: 'Hm', signature: '' },
      { type: 'reasoning', text: 'Hm', isSummary: false },
    ],
    [
      'nothing of data that only looks packed',
      { type: 'thinking', thinking: 'Hm', signature: 'mg1.forged' },
      undefined,
    ],
  ];
  for (const [what, given, expected] of thoughts) {
    it(`reads ${what}`, () => {
      assert.deepEqual(answerOf(given), expected === undefined ? [] : [expected]);
    });
  }

  it('says so where it leaves reasoning out', () => {
    const forged = { type: 'thinking', thinking: 'Hm', signature: 'mg1.forged' };
    const { warnings } = good({ messages: [HELLO, { role: 'assistant', content: [forged] }] });
    assert.deepEqual(warnings, [{ parameter: 'messages.thinking', note: 'ignored' }]);
  });

  const look = { name: 'look', input_schema: { type: 'object' } };
  const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 5 };

  it('reads tools of the client, and keeps those of its wire as written', () => {
    const full = {
      ...look,
      type: 'custom',
      description: 'd',
      strict: true,
      defer_loading: true,
      cache_control: { type: 'ephemeral' },
    };
    const { tools, hostedTools } = requestOf({ tools: [full, search] });
    assert.deepEqual(tools, [
      {
        name: 'look',
        description: 'd',
        parameters: { type: 'object' },
        strict: true,
        cache: {},
        extras: { defer_loading: true },
      },
    ]);
    assert.deepEqual(hostedTools, [{ name: 'web_search', value: search }]);
  });

  const choices: readonly (readonly [object, object])[] = [
    [{ type: 'auto' }, { toolChoice: { kind: 'auto' } }],
    [{ type: 'any' }, { toolChoice: { kind: 'required' } }],
    [{ type: 'none' }, { toolChoice: { kind: 'none' } }],
    [{ type: 'tool', name: 'look' }, { toolChoice: { kind: 'required', only: ['look'] } }],
    [
      { type: 'tool', name: 'web_search' },
      { toolChoice: { kind: 'required', only: ['web_search'] } },
    ],
    [
      { type: 'auto', disable_parallel_tool_use: true },
      { toolChoice: { kind: 'auto' }, parallelCalls: false },
    ],
  ];
  for (const [tool_choice, expected] of choices) {
    it(`reads tool_choice ${JSON.stringify(tool_choice)}`, () => {
      const { toolChoice, parallelCalls } = requestOf({ tools: [look, search], tool_choice });
      assert.deepEqual(
        { toolChoice, ...(parallelCalls !== undefined && { parallelCalls }) },
        expected,
      );
    });
  }

  it('reads who asks, in which session, and the beta features of the header', () => {
    const userId = JSON.stringify({ device_id: 'd'.repeat(300), session_id: 's' });
    const { user, sessionId, cacheKey, request } = good(
      { metadata: { user_id: userId }, session_id: 's-1' },
      { 'anthropic-beta': 'a-2025, b-2026,', 'x-claude-code-session-id': 'c-1' },
    );
    assert.equal(user, userId);
    assert.equal(sessionId, 's-1');
    assert.equal(cacheKey, 'c-1');
    assert.deepEqual(request.betas, ['a-2025', 'b-2026']);
    assert.equal(good({ user: 'u', metadata: { user_id: 'm' } }).user, 'u');
  });

  it('reads the models to fall back to, under both names', () => {
    const model = 'acme/quill-1';
    assert.deepEqual(good({ fallbacks: [{ model: 'a' }, { model }] }).models, [model, 'a']);
    assert.deepEqual(good({ models: ['a', 'b'] }).models, [model, 'a', 'b']);
  });

  it('reports plugins that are on', () => {
    const { warnings } = good({ plugins: [{ id: 'web' }, { id: 'pdf', enabled: false }] });
    assert.deepEqual(warnings, [{ parameter: 'plugins.web', note: 'ignored' }]);
  });

  const refused: readonly (readonly [string, object, RegExp])[] = [
    ['no messages', { messages: [] }, /^messages must be/],
    ['a wrong role', { messages: [{ role: 'tool', content: '' }] }, /^messages\[0\]\.role must be/],
    [
      'a text without text',
      { messages: [{ role: 'user', content: [{ type: 'text' }] }] },
      /^messages\[0\]\.content\[0\]\.text /,
    ],
    [
      'a block without a type',
      { messages: [{ role: 'user', content: [{}] }] },
      /^messages\[0\]\.content\[0\]/,
    ],
    [
      'an image without a source',
      { messages: [{ role: 'user', content: [{ type: 'image' }] }] },
      /^messages\[0\]\.content\[0\]\.source /,
    ],
    [
      'a stored file',
      {
        messages: [
          { role: 'user', content: [{ type: 'document', source: { type: 'file', file_id: 'f' } }] },
        ],
      },
      /^messages\[0\]\.content\[0\]\.source names a stored file/,
    ],
    [
      'a result without a call',
      { messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x' }] }] },
      /^messages\[0\]\.content holds a result for "x"/,
    ],
    [
      'a result without an id',
      { messages: [{ role: 'user', content: [{ type: 'tool_result' }] }] },
      /^messages\[0\]\.content\[0\]\.tool_use_id /,
    ],
    [
      'input that is no object',
      {
        messages: [
          { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b', input: '{}' }] },
        ],
      },
      /^messages\[0\]\.content\[0\]\.input must be/,
    ],
    ['max_tokens of 0', { max_tokens: 0 }, /^max_tokens must be/],
    ['a budget of nothing', { thinking: { type: 'enabled' } }, /^thinking\.budget_tokens /],
    ['an unknown kind of thinking', { thinking: { type: 'deep' } }, /^thinking\.type must be/],
    [
      'an effort that is none',
      { output_config: { effort: 'huge' } },
      /^output_config\.effort must be/,
    ],
    ['two tools of one name', { tools: [look, look] }, /^tools\[1\]\.name repeats "look"/],
    [
      'a tool without a schema',
      { tools: [{ name: 'look' }] },
      /^tools\[0\]\.input_schema is required/,
    ],
    [
      'a choice that is no tool',
      { tools: [look], tool_choice: { type: 'tool', name: 'lok' } },
      /^tool_choice\.name names "lok".*did you mean "look"/,
    ],
    [
      'a choice without a name',
      { tools: [look], tool_choice: { type: 'tool' } },
      /^tool_choice\.name is required/,
    ],
    [
      'any of no tools',
      { tool_choice: { type: 'any' } },
      /^tool_choice cannot be any without tools/,
    ],
    [
      'both lists of models',
      { models: ['a'], fallbacks: [{ model: 'b' }] },
      /^fallbacks cannot be combined with models/,
    ],
    [
      'four fallbacks',
      { fallbacks: [{ model: 'a' }, { model: 'b' }, { model: 'c' }, { model: 'd' }] },
      /^fallbacks must /,
    ],
    [
      'a fallback with more than a model',
      { fallbacks: [{ model: 'a', max_tokens: 5 }] },
      /^fallbacks\[0\]\.max_tokens is unknown/,
    ],
    [
      'a thread, whose history it has not',
      { thread: { type: 'continue', previous_message_id: 'gen-1' } },
      /^thread is not supported: send the whole conversation in messages/,
    ],
    ['a long user', { user: 'u'.repeat(257) }, /^user must be/],
  ];
  for (const [what, members, sentence] of refused) {
    it(`refuses ${what}`, () => {
      const issues = read(members);
      assert.ok(!('request' in issues), 'it was read');
      assert.match(issues[0] ?? '', sentence);
    });
  }
});
