import type { MainWire } from '../../support/chat-gateway.ts';
import { BEDROCK } from './bedrock-wire.ts';
import { COHERE } from './cohere-wire.ts';
import { RESPONSES } from './responses-wire.ts';
import { EVENTS, type MatrixWire, type WireError, OPENAI_ERRORS } from './matrix-wire.ts';

export { bytesOf, streamOf, type MatrixWire } from './matrix-wire.ts';

const frame = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

/** A frame with one choice. */
export const chunk = (delta: unknown, finish: string | null = null) =>
  frame({ id: 'c', model: 'gpt-4.1', choices: [{ index: 0, delta, finish_reason: finish }] });

export const called = (index: number, id: string, text: string) => ({
  tool_calls: [{ index, id, function: { name: 'f', arguments: text } }],
});
const more = (index: number, text: string) => ({
  tool_calls: [{ index, function: { arguments: text } }],
});

const COUNTS = { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 };

const OPENAI: MatrixWire = {
  ...EVENTS,
  ROLE: chunk({ role: 'assistant', content: '' }),
  says: (content) => chunk({ content }),
  REASONING: chunk({ reasoning: 'Hm' }),
  CALL: chunk(called(0, 'x', '{"a":')),
  called: { said: 'f{"a":', micros: 18 },
  CALLED: chunk(more(0, '1}')),
  FINISH: chunk({}, 'stop'),
  LENGTH: chunk({}, 'length'),
  USAGE: frame({ choices: [], usage: COUNTS }),
  END: 'data: [DONE]\n\n',
  GOOD: [
    chunk({ role: 'assistant', content: '' }),
    chunk({ reasoning: 'Hm' }),
    chunk({ content: 'Grüße ' }),
    chunk({ content: '模型 🎨\u2028' }),
    chunk(called(0, 'a', '{"ä":')),
    chunk(more(0, '"\\u00e4"}')),
    chunk(called(1, 'b', '')),
    chunk(more(1, '{}')),
    chunk({}, 'tool_calls'),
    frame({ choices: [], usage: COUNTS }),
    'data: [DONE]\n\n',
  ],
  member: '"choices":',
  errorFrame: (error) => frame({ error: OPENAI_ERRORS[error] }),
  errorBody: (error) => ({ error: OPENAI_ERRORS[error] }),
  // The request has it because it is streamed.
  strangers: [
    { error: { code: 'unsupported_parameter', param: 'stream_options', message: 'No.' } },
    {
      error: {
        type: 'invalid_request_error',
        message: 'Unknown parameter: "stream_options".',
      },
    },
    { error: { code: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'No.' } },
  ],
  empty: { choices: [] },
  whole: {
    choices: [{ message: { role: 'assistant', content: 'Hel' }, finish_reason: 'stop' }],
    usage: COUNTS,
  },
};

const part = (said: object, finishReason?: string) => ({
  candidates: [
    { content: { role: 'model', parts: [said] }, ...(finishReason && { finishReason }), index: 0 },
  ],
  responseId: 'c',
  modelVersion: 'gemini-3.8-flash',
});
const TOKENS = { promptTokenCount: 9, candidatesTokenCount: 3, thoughtsTokenCount: 2 };
const refused = (status: string, message = 'No.') => ({ error: { status, message } });

const GEMINI_ERRORS: Readonly<Record<WireError, object>> = {
  overloaded: refused('UNAVAILABLE'),
  server: refused('INTERNAL'),
  limited: refused('RESOURCE_EXHAUSTED', 'Please retry in 7s.'),
  quota: refused('RESOURCE_EXHAUSTED', 'Quota exceeded, limit: 0'),
  policy: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
  parameter: refused('INVALID_ARGUMENT'),
  context: refused(
    'INVALID_ARGUMENT',
    'The input token count exceeds the maximum number of tokens',
  ),
  generation: { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', index: 0 }] },
};

const GEMINI: MatrixWire = {
  ...EVENTS,
  ROLE: frame({ responseId: 'c', modelVersion: 'gemini-3.8-flash' }),
  says: (text) => frame(part({ text })),
  REASONING: frame(part({ text: 'Hm', thought: true })),
  CALL: frame(part({ functionCall: { name: 'f', args: { a: 1 } } })),
  called: { said: 'Hel', micros: 10 },
  CALLED: frame(part({ text: '' })),
  FINISH: frame(part({ text: '' }, 'STOP')),
  LENGTH: frame(part({ text: '' }, 'MAX_TOKENS')),
  USAGE: frame({ usageMetadata: TOKENS, responseId: 'c' }),
  END: '',
  GOOD: [
    frame({ responseId: 'c', modelVersion: 'gemini-3.8-flash' }),
    frame(part({ text: 'Hm', thought: true })),
    frame(part({ text: 'Grüße ' })),
    frame(part({ text: '模型 🎨\u2028' })),
    frame(part({ functionCall: { name: 'f', args: { ä: 'ä' } }, thoughtSignature: 'AA+/==' })),
    frame(part({ functionCall: { name: 'f', args: {} } })),
    frame({ ...part({ text: '' }, 'STOP'), usageMetadata: TOKENS }),
  ],
  member: '"candidates":',
  errorFrame: (error) => frame(GEMINI_ERRORS[error]),
  errorBody: (error) => GEMINI_ERRORS[error],
  strangers: [
    refused(
      'INVALID_ARGUMENT',
      `Invalid JSON payload received. Unknown name "id" at 'contents[1].parts[0].function_call': Cannot find field.`,
    ),
  ],
  empty: { candidates: [] },
  whole: { ...part({ text: 'Hel' }, 'STOP'), usageMetadata: TOKENS },
};

const event = (type: string, members: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
/** Each kind of block has an index of its own, so that frames may come in any order. */
const delta = (index: number, said: object) => event('content_block_delta', { index, delta: said });
const thinks = (thinking: string) => delta(1, { type: 'thinking_delta', thinking });
const calls = (index: number, id: string) =>
  event('content_block_start', {
    index,
    content_block: { type: 'tool_use', id, name: 'f', input: {} },
  });
const puts = (index: number, partial_json: string) =>
  delta(index, { type: 'input_json_delta', partial_json });
const stops = (stop_reason: string) =>
  event('message_delta', { delta: { stop_reason }, usage: null });

const TOLD = { input_tokens: 9, output_tokens: 5 };
const notTaken = (type: string, message = 'No.', details?: object) => ({
  type: 'error',
  error: { type, message, ...(details && { details }) },
});

const ANTHROPIC_ERRORS: Readonly<Record<Exclude<WireError, 'generation'>, object>> = {
  overloaded: notTaken('overloaded_error'),
  server: notTaken('api_error'),
  limited: notTaken('rate_limit_error', 'Please retry in 7s.'),
  quota: notTaken('rate_limit_error', 'No.', { error_code: 'enforced_spend_limit_reached' }),
  policy: notTaken('invalid_request_error', 'Output blocked by content filtering policy'),
  parameter: notTaken('invalid_request_error'),
  context: notTaken('invalid_request_error', 'prompt is too long: 9 tokens > 8 maximum'),
};
/** A call of nothing; it has no error of this kind. */
const SPOILED = { type: 'tool_use', id: 'x', name: '', input: {} };

const ANTHROPIC: MatrixWire = {
  ...EVENTS,
  ROLE: event('message_start', { message: { id: 'c', model: 'm', content: [] } }) + event('ping'),
  says: (text) => delta(0, { type: 'text_delta', text }),
  REASONING: thinks('Hm'),
  CALL: calls(2, 'x') + puts(2, '{"a":'),
  called: { said: 'f{"a":', micros: 18 },
  CALLED: puts(2, '1}') + event('content_block_stop', { index: 2 }),
  FINISH: stops('end_turn'),
  LENGTH: stops('max_tokens'),
  USAGE: event('message_delta', { delta: {}, usage: TOLD }),
  END: event('message_stop'),
  GOOD: [
    event('message_start', {
      message: { id: 'c', model: 'm', content: [], usage: { input_tokens: 9, output_tokens: 1 } },
    }),
    event('ping'),
    thinks('Hm'),
    delta(1, { type: 'signature_delta', signature: 'AA+/==' }),
    event('content_block_stop', { index: 1 }),
    delta(0, { type: 'text_delta', text: 'Grüße ' }),
    delta(0, { type: 'text_delta', text: '模型 🎨\u2028' }),
    event('content_block_stop', { index: 0 }),
    calls(2, 'a'),
    puts(2, ''),
    puts(2, '{"ä":'),
    puts(2, '"\\u00e4"}'),
    event('content_block_stop', { index: 2 }),
    calls(3, 'b'),
    event('content_block_stop', { index: 3 }),
    event('message_delta', { delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } }),
    event('message_stop'),
  ],
  member: '"type":',
  errorFrame: (error) =>
    error === 'generation'
      ? event('content_block_start', { index: 0, content_block: SPOILED })
      : `event: error\ndata: ${JSON.stringify(ANTHROPIC_ERRORS[error])}\n\n`,
  errorBody: (error) =>
    error === 'generation'
      ? { type: 'message', content: [SPOILED], stop_reason: 'tool_use' }
      : ANTHROPIC_ERRORS[error],
  // The limit has to be stated, whether or not there is one.
  strangers: [
    notTaken('invalid_request_error', 'max_tokens: Extra inputs are not permitted'),
    notTaken('invalid_request_error', 'max_tokens.x: Extra inputs are not permitted'),
  ],
  empty: { type: 'message' },
  whole: {
    type: 'message',
    content: [{ type: 'text', text: 'Hel' }],
    stop_reason: 'end_turn',
    usage: TOLD,
  },
};

/** Every wire that the matrix breaks, by its name. */
export const WIRES = {
  'openai-chat': OPENAI,
  'openai-responses': RESPONSES,
  anthropic: ANTHROPIC,
  bedrock: BEDROCK,
  cohere: COHERE,
  gemini: GEMINI,
} as const satisfies Partial<Readonly<Record<MainWire, MatrixWire>>>;

/** The name of a wire that the matrix breaks. */
export type WireName = keyof typeof WIRES;
