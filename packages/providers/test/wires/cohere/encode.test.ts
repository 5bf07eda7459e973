import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatRequest } from '@model-gateway/core/chat';
import { refusalOfChat } from '../../../src/cohere/fake-chat-refusals.ts';
import { encodeCohereRequest } from '../../../src/wires/cohere/encode.ts';
import { REQUESTS } from '../anthropic/requests.ts';
import { BARE, call, media, result, said, text, tool } from '../blocks.ts';

const MODEL = 'command-a-plus-05-2026';

function encoded(request: Partial<ChatRequest>) {
  const warnings: string[] = [];
  const body = encodeCohereRequest(
    { ...BARE, ...request },
    {
      upstream: MODEL,
      options: {},
      warn: (parameter, note) => warnings.push(`${parameter}=${note}`),
    },
  );
  return { body: JSON.parse(JSON.stringify(body)), warnings };
}

const asked = said('user', text('Weather?'));
const called = said('assistant', text('I look.'), call('a', 'get.weather', '{"city":"Köln"}'));
const CITY = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

describe('a request to Cohere', () => {
  it('has instructions at its beginning, and later ones as words of the user', () => {
    const messages = [
      said('system', text('a')),
      said('developer', text('b')),
      said('user', text('c')),
      said('assistant', text('d')),
      said('system', text('e')),
    ];
    assert.deepEqual(encoded({ messages }).body.messages, [
      {
        role: 'system',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      { role: 'user', content: 'c' },
      { role: 'assistant', content: 'd' },
      { role: 'user', content: 'e' },
    ]);
  });

  it('has a plan beside calls, each result by itself, and its images behind them', () => {
    const picture = media({});
    const results = said('user', result('a', text('sunny'), picture), text('And?'));
    const { body } = encoded({ messages: [asked, called, results], tools: [tool('get.weather')] });
    assert.deepEqual(body.messages, [
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        tool_calls: [
          {
            id: 'a',
            type: 'function',
            function: { name: 'get_weather', arguments: '{"city":"Köln"}' },
          },
        ],
        tool_plan: 'I look.',
      },
      { role: 'tool', tool_call_id: 'a', content: 'sunny' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'text', text: 'And?' },
        ],
      },
    ]);
    assert.equal(body.tools[0].function.name, 'get_weather');
  });

  it('has something in every result, and digits of calls as they came', () => {
    const messages = [
      asked,
      said('assistant', call('a', 'f', '{"n":9007199254740993}')),
      said('user', result('a')),
    ];
    const { body } = encoded({ messages, tools: [tool('f')] });
    assert.equal(body.messages[1].tool_calls[0].function.arguments, '{"n":9007199254740993}');
    assert.equal(body.messages[2].content, '{}');
    const wrong = [asked, said('assistant', call('a', 'f', '[1]')), said('user', result('a'))];
    assert.throws(() => encoded({ messages: wrong }), { failure: 'parameter' });
  });

  it('offers the only tool that may be called', () => {
    const tools = [tool('a'), tool('b'), tool('c')];
    const names = (toolChoice: ChatRequest['toolChoice']) => {
      const { body } = encoded({ tools, toolChoice });
      const offered = body.tools.map((one: { function: { name: string } }) => one.function.name);
      return [offered.join(''), body.tool_choice];
    };
    assert.deepEqual(names({ kind: 'auto' }), ['abc', undefined]);
    assert.deepEqual(names({ kind: 'none' }), ['abc', 'NONE']);
    assert.deepEqual(names({ kind: 'required' }), ['abc', 'REQUIRED']);
    assert.deepEqual(names({ kind: 'required', only: ['b'] }), ['b', 'REQUIRED']);
    assert.deepEqual(names({ kind: 'auto', only: ['a', 'c'] }), ['ac', undefined]);
  });

  it('is strict where every tool has something required, and says so otherwise', () => {
    const strict = { parameters: CITY, strict: true };
    const { body, warnings } = encoded({ tools: [tool('a', strict)] });
    assert.deepEqual([body.strict_tools, warnings], [true, []]);
    const mixed = encoded({ tools: [tool('a', strict), tool('b', { parameters: {} })] });
    assert.deepEqual(
      [mixed.body.strict_tools, mixed.warnings],
      [undefined, ['tools.strict=ignored']],
    );
  });

  it('has a form, or tools', () => {
    const format = { kind: 'schema', name: 'x', schema: CITY } as const;
    const wanted = { type: 'json_object', json_schema: CITY };
    assert.deepEqual(encoded({ format }).body.response_format, wanted);
    assert.deepEqual(encoded({ format: { kind: 'json' } }).body.response_format, {
      type: 'json_object',
    });
    assert.throws(() => encoded({ format, tools: [tool('a')] }), { failure: 'parameter' });
    const forced = encoded({ format, tools: [tool('a')], toolChoice: { kind: 'required' } });
    assert.equal(forced.body.response_format, undefined);
  });

  it('says how much to think by tokens', () => {
    const of = (reasoning: ChatRequest['reasoning'], maxOutputTokens = 1000) =>
      encoded({ ...(reasoning && { reasoning }), maxOutputTokens }).body.thinking;
    assert.equal(of(undefined), undefined);
    assert.deepEqual(of({ effort: 'none' }), { type: 'disabled' });
    assert.deepEqual(of({ isEnabled: false }), { type: 'disabled' });
    assert.deepEqual(of({ isEnabled: true }), { type: 'enabled' });
    assert.deepEqual(of({ maxTokens: 77 }), { type: 'enabled', token_budget: 77 });
    assert.deepEqual(of({ effort: 'medium' }), { type: 'enabled', token_budget: 500 });
  });

  it('keeps to its limits, and says so', () => {
    const sampling = {
      temperature: 1.5,
      topP: 1,
      topK: 900,
      frequencyPenalty: -1,
      presencePenalty: 2,
      seed: 7,
    };
    const { body, warnings } = encoded({ sampling, stop: ['x'], maxOutputTokens: 9, stream: true });
    const { messages: _, ...others } = body;
    assert.deepEqual(others, {
      model: MODEL,
      max_tokens: 9,
      stop_sequences: ['x'],
      temperature: 1,
      p: 0.99,
      k: 500,
      frequency_penalty: 0,
      seed: 7,
      stream: true,
    });
    assert.deepEqual(warnings, [
      'presence_penalty=ignored',
      'temperature=clamped:1',
      'top_p=clamped:0.99',
      'top_k=clamped:500',
      'frequency_penalty=clamped:0',
    ]);
  });

  for (const [what, { request }] of Object.entries(REQUESTS)) {
    it(`is taken, or refused before it is sent: ${what}`, () => {
      try {
        const { body } = encoded(request);
        assert.equal(refusalOfChat(body)?.body.toString() ?? '', '');
      } catch (error) {
        if (!(error instanceof Error && 'failure' in error)) throw error;
        assert.equal(error.failure, 'parameter');
      }
    });
  }
});
