import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { read } from './read.ts';

const look = { name: 'look', input_schema: { type: 'object' } };

describe('a bad request of messages', () => {
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
      'an address that is not of the web',
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'image', source: { type: 'url', url: 'file:///etc' } }],
          },
        ],
      },
      /^messages\[0\]\.content\[0\]\.source\.url must be an HTTP\(S\) URL or a data URL, got "file/,
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
    ['an unknown effort', { output_config: { effort: 'huge' } }, /^output_config\.effort must be/],
    ['two tools of one name', { tools: [look, look] }, /^tools\[1\]\.name repeats "look"/],
    [
      'a tool of one’s own without a name',
      { tools: [{ input_schema: {} }] },
      /^tools\[0\]\.name is required/,
    ],
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
    ['a long user', { user: 'u'.repeat(257) }, /^user: text of at most 256 characters/],
  ];
  for (const [what, members, sentence] of refused) {
    it(`refuses ${what}`, () => {
      const issues = read(members);
      assert.ok(!('request' in issues), 'it was read');
      assert.match(issues[0] ?? '', sentence);
    });
  }
});
