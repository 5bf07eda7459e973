import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HELLO, problemsOf, readJson } from './read.ts';

describe('a bad request of chat completions', () => {
  const refused: readonly (readonly [object, readonly string[]])[] = [
    [{ messages: [] }, ['messages must be a list of at least 1, got 0']],
    [{ messages: undefined }, ['messages is required and must be a list of at least 1']],
    [
      { messages: [{ role: 'robot', content: 'x' }] },
      ['messages[0].role must be one of system, developer, user, assistant, tool, got "robot"'],
    ],
    [
      { messages: [{ content: 'x' }] },
      ['messages[0].role is required and must be one of system, developer, user, assistant, tool'],
    ],
    [
      { messages: [{ role: 'user', content: 7 }] },
      ['messages[0].content must be text or a list, got 7'],
    ],
    [
      { messages: [{ role: 'user' }] },
      ['messages[0].content is required and must be text or a list'],
    ],
    [
      { messages: [{ role: 'user', content: [{ type: 'text' }] }] },
      ['messages[0].content[0].text is required and must be text'],
    ],
    [
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }] },
      ['messages[0].content[0].image_url.url is required and must be text of at least 1 character'],
    ],
    [
      { messages: [{ role: 'tool', content: 'x' }] },
      ['messages[0].tool_call_id is required and must be text of at least 1 character'],
    ],
    [
      { messages: [HELLO, { role: 'tool', tool_call_id: 'z', content: 'x' }] },
      [
        'messages[1].tool_call_id is "z", which no call before it has: every result answers a call of an assistant turn',
      ],
    ],
    [
      { messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: 'f' } }] }] },
      ['messages[0].content[0].file.file_id names a stored file, which this gateway has none of'],
    ],
    [{ model: undefined }, ['model is required and must be the id of a model']],
    [{ models: Array(11).fill('m') }, ['models must be a list of at most 10, got 11']],
    [{ temperature: 2.1 }, ['temperature must be a number from 0 to 2, got 2.1']],
    [{ max_tokens: 0 }, ['max_tokens must be a whole number of at least 1, got 0']],
    [{ logit_bias: { 5: 101 } }, ['logit_bias.5 must be a number from -100 to 100, got 101']],
    [{ top_logprobs: 3 }, ['top_logprobs needs logprobs: true']],
    [
      { reasoning_effort: 'high', reasoning: { effort: 'low' } },
      ['reasoning_effort must be the same as reasoning.effort, low'],
    ],
    [
      { reasoning: { effort: 'low', max_tokens: 9 } },
      ['reasoning.max_tokens cannot be combined with an effort; send one of them'],
    ],
    [{ n: 2 }, ['n must be 1, got 2: this gateway returns one choice']],
    [{ store: true }, ['store must be false: this gateway keeps no answers']],
    [{ prompt: 'x' }, ['prompt is not read here; send messages']],
    [{ transforms: ['middle-out'] }, ['transforms must be an empty list: none is available']],
    [
      { plugins: [{ id: 'web', enabled: false }, { id: 'web' }] },
      ['plugins[1].id is "web", a plugin that is not available on this gateway'],
    ],
    [
      { tools: [{ type: 'web_search' }] },
      ['tools[0].type must be function, got "web_search": hosted tools are not available'],
    ],
    [
      { tools: [{ type: 'custom', custom: { name: 'sql' } }] },
      ['tools[0].type must be function, got "custom": only POST /responses takes custom tools'],
    ],
    [{ tools: [{ type: 'function' }] }, ['tools[0].function is required and must be an object']],
    [{ tool_choice: 'required' }, ['tool_choice cannot be required without tools']],
    [
      {
        tools: [{ type: 'function', function: { name: 'weather' } }],
        tool_choice: { type: 'function', function: { name: 'wether' } },
      },
      [
        'tool_choice.function.name names "wether", which is not one of tools; did you mean "weather"?',
      ],
    ],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 'a b' } } },
      [
        'response_format.json_schema.name: 1 to 64 letters, digits, underscores and hyphens, got "a b"',
      ],
    ],
    [
      { provider: { sort: 'speed' } },
      ['provider.sort must be one of price, throughput, latency, exacto, got "speed"'],
    ],
  ];
  for (const [body, expected] of refused) {
    it(`refuses ${JSON.stringify(body).slice(0, 80)}`, () => {
      assert.deepEqual(problemsOf(body), expected);
    });
  }

  it('refuses two members of one name inside an alternative', () => {
    const twice =
      '{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"a","text":"b"}]}]}';
    const json = readJson(new TextEncoder().encode(twice));
    assert.deepEqual(json, {
      ok: false,
      issue: { path: 'body', message: 'the member "text" appears twice' },
    });
  });
});
