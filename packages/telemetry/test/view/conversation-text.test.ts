import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { spansOf } from '../../src/otlp/span-of.ts';
import { toObservation } from '../../src/view/observation.ts';
import { aRecord } from '../support/records.ts';

/* What is forwarded of a conversation. Source: contract §5.7. */

/** The messages of the span of a conversation, which the client wrote so. */
function messagesOf(said: unknown): unknown {
  const prompt = typeof said === 'string' ? said : JSON.stringify(said);
  const content = { prompt, references: [], text: 'Sunny.', images: [] };
  const record = aRecord(1, { generation: { task: 'chat', content, outputs: [] } });
  const { full } = toObservation(record) ?? assert.fail();
  const style = { shape: 'single', overlay: undefined, longestValue: undefined } as const;
  const [span] = spansOf(full, style);
  const attributes: Record<string, unknown> = Object.assign({}, ...(span?.attributes ?? []));
  return JSON.parse(String(attributes['gen_ai.input.messages']));
}

const IMAGE = 'data:image/png;base64,iVBORw0KGgo=';
const text = (content: string) => ({ type: 'text', content });
const call = { type: 'tool_call', id: 'c1', name: 'weather', arguments: '{"city":"Rome"}' };
const result = { type: 'tool_call_response', id: 'c1', response: 'Sunny' };

describe('the messages of a conversation', () => {
  it('are those of chat completions: texts, calls and results', () => {
    const said = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'And in Rome?' }] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'weather', arguments: call.arguments } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'Sunny' },
    ];
    assert.deepEqual(messagesOf(said), [
      { role: 'system', parts: [text('Be brief.')] },
      { role: 'user', parts: [text('And in Rome?')] },
      { role: 'assistant', parts: [call] },
      { role: 'tool', parts: [result] },
    ]);
  });

  it('are those of other dialects', () => {
    const blocks = [
      { type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Rome' } },
      { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'Sunny' }] },
    ];
    const anthropic = { system: 'Be brief.', messages: [{ role: 'user', content: blocks }] };
    assert.deepEqual(messagesOf(anthropic), [
      { role: 'system', parts: [text('Be brief.')] },
      { role: 'user', parts: [{ ...call, arguments: { city: 'Rome' } }, result] },
    ]);
    const items = [
      { role: 'user', content: [{ type: 'input_text', text: 'Rome?' }] },
      { type: 'function_call', call_id: 'c1', name: 'weather', arguments: call.arguments },
      { type: 'function_call_output', call_id: 'c1', output: 'Sunny' },
    ];
    assert.deepEqual(messagesOf(items), [
      { role: 'user', parts: [text('Rome?')] },
      { role: 'assistant', parts: [call] },
      { role: 'assistant', parts: [result] },
    ]);
    assert.deepEqual(messagesOf('Rome?'), [{ role: 'user', parts: [text('Rome?')] }]);
    assert.deepEqual(messagesOf('"Rome?"'), [{ role: 'user', parts: [text('Rome?')] }]);
  });

  it('have no image, sound or file, however it came', () => {
    const said = [
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: IMAGE } },
          { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
          { type: 'image', source: { type: 'base64', data: 'iVBORw0KGgo=' } },
          { source: IMAGE },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: [{ type: 'image', source: IMAGE }] },
      { type: 'image_generation_call', result: IMAGE },
    ];
    const types = (...names: readonly string[]) => names.map((type) => ({ type }));
    assert.deepEqual(messagesOf(said), [
      { role: 'user', parts: types('image_url', 'input_audio', 'image', 'unknown') },
      { role: 'tool', parts: [{ ...result, response: 'image' }] },
      { role: 'assistant', parts: types('image_generation_call') },
    ]);
  });

  it('are none where the record holds something else', () => {
    for (const said of [null, 7, {}, [1, 'two', null]]) assert.deepEqual(messagesOf(said), []);
  });
});
