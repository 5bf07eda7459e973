import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReadConversation } from '@model-gateway/core/chat';
import { HELLO, good, requestOf } from './read.ts';

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
      {
        system: null,
        tools: null,
        thinking: null,
        stop_sequences: null,
        speed: null,
        colour: null,
      },
      { tools: [], stop: [], extras: {} },
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
    [
      'thinking between tools alone',
      { thinking: { type: 'between_tools' } },
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
    const browser = { type: 'browser_toolset_20260801', configs: {} };
    const { tools, hostedTools } = requestOf({ tools: [full, search, browser, browser] });
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
    // A set of tools has no name.
    const unnamed = { name: browser.type, value: browser };
    assert.deepEqual(hostedTools, [{ name: 'web_search', value: search }, unnamed, unnamed]);
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
    const compression = { id: 'context-compression', engine: 'zip' };
    const plugins = [{ id: 'web' }, { id: 'pdf', enabled: false }, compression];
    assert.deepEqual(good({ plugins }).warnings, [
      { parameter: 'plugins.web', note: 'ignored' },
      { parameter: 'plugins.context-compression', note: 'ignored' },
    ]);
  });
});
