import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  conversationOf,
  requestOf,
  issuesOf,
  CALL,
  RESULT,
  FUNCTION,
  CUSTOM,
  SPACE,
} from './read.ts';

describe('a request of Responses', () => {
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
          { type: 'function', name: 'f' },
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
    [{ truncation: 'disabled' }, { extras: {} }],
    [{ truncation: null, text: { verbosity: null }, colour: null }, { extras: {} }],
  ];
  for (const [body, expected] of members) {
    it(`is understood: ${JSON.stringify(body)}`, () => {
      const plain = requestOf({});
      assert.deepEqual(requestOf(body), { ...plain, ...expected });
    });
  }

  it('leaves out a tier, whose price is not the one that is charged, and reports it', () => {
    for (const tier of ['auto', 'default', null]) {
      const { request, warnings } = conversationOf({ service_tier: tier });
      assert.deepEqual([request.extras, warnings], [{}, []]);
    }
    const { request, warnings } = conversationOf({ service_tier: 'priority' });
    assert.deepEqual(request.extras, {});
    assert.deepEqual(warnings, [{ parameter: 'service_tier', note: 'ignored' }]);
  });

  it('offers a tool at once that a search of a host would have to find, and reports it', () => {
    const tools = [{ ...FUNCTION, defer_loading: true, colour: 'red' }];
    const { request, warnings } = conversationOf({ tools });
    assert.deepEqual(request.tools[0]?.extras, { colour: 'red' });
    assert.deepEqual(warnings, [{ parameter: 'tools.defer_loading', note: 'ignored' }]);
  });

  it('leaves out what no endpoint has of reasoning, and reports it', () => {
    const usual = { effort: 'low', context: 'auto', mode: null };
    assert.deepEqual(conversationOf({ reasoning: usual }).warnings, []);
    const { request, warnings } = conversationOf({
      reasoning: { effort: 'low', context: 'all_turns', mode: 'pro' },
    });
    assert.deepEqual(request.reasoning, { effort: 'low' });
    assert.deepEqual(warnings, [
      { parameter: 'reasoning.context', note: 'ignored' },
      { parameter: 'reasoning.mode', note: 'ignored' },
    ]);
  });

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
    [
      { plugins: [{ id: 'a', enabled: false }, { id: 'web' }] },
      /^plugins\[1\]\.id is "web", a plugin/,
    ],
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
