import { EVENTS, type MatrixWire, event as typed, OPENAI_ERRORS } from './matrix-wire.ts';

const event = (type: string, members: object) => typed(`response.${type}`, members);
/** Each kind of item has a place of its own, so that events may come in any order. */
const thinks = (delta: string) =>
  event('reasoning_text.delta', { item_id: 'r', output_index: 0, content_index: 0, delta });
const text = (delta: string) =>
  event('output_text.delta', { item_id: 'm', output_index: 1, content_index: 0, delta });
const called = (call_id: string, input: string) => ({
  type: 'function_call',
  call_id,
  name: 'f',
  arguments: input,
});
const calls = (output_index: number, id: string) =>
  event('output_item.added', { output_index, item: called(id, '') });
const puts = (output_index: number, delta: string) =>
  event('function_call_arguments.delta', { output_index, delta });
const ends = (output_index: number, id: string, input: string) =>
  event('output_item.done', { output_index, item: called(id, input) });

const USAGE = { input_tokens: 9, output_tokens: 5, total_tokens: 14 };
const response = (status: string, more: object = {}) => ({
  response: { id: 'c', model: 'gpt-4.1', status, output: [], ...more },
});

/** OpenAI's Responses. */
export const RESPONSES: MatrixWire = {
  ...EVENTS,
  ROLE: event('created', response('in_progress')),
  says: text,
  REASONING: thinks('Hm'),
  CALL: calls(2, 'x') + puts(2, '{"a":'),
  called: { said: 'f{"a":', micros: 18 },
  CALLED: puts(2, '1}') + ends(2, 'x', '{"a":1}'),
  FINISH: event('completed', response('completed', { usage: USAGE })),
  LENGTH: event(
    'incomplete',
    response('incomplete', { incomplete_details: { reason: 'max_output_tokens' }, usage: USAGE }),
  ),
  finishCounts: true,
  USAGE: event('in_progress', response('in_progress', { usage: null })),
  END: '',
  GOOD: [
    event('created', response('in_progress')),
    thinks('Hm'),
    event('output_item.done', {
      output_index: 0,
      item: { type: 'reasoning', id: 'r', summary: [], encrypted_content: 'AA+/==' },
    }),
    text('Grüße '),
    text('模型 🎨\u2028'),
    calls(2, 'a'),
    puts(2, '{"ä":'),
    puts(2, '"\\u00e4"}'),
    ends(2, 'a', '{"ä":"\\u00e4"}'),
    calls(3, 'b'),
    ends(3, 'b', '{}'),
    event('completed', response('completed', { usage: USAGE })),
  ],
  member: '"type":',
  errorFrame: (error) => event('failed', response('failed', { error: OPENAI_ERRORS[error] })),
  errorBody: (error) => ({ error: OPENAI_ERRORS[error] }),
  // Nothing is kept there, whatever the client says.
  strangers: [{ error: { code: 'unknown_parameter', param: 'store', message: 'No.' } }],
  empty: { status: 'completed', output: null },
  whole: {
    ...response('completed').response,
    output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hel' }] }],
    usage: USAGE,
  },
};
