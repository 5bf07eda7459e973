import { EventStreamCodec } from '@smithy/eventstream-codec';
import { event as named } from './fault-matrix/matrix-wire.ts';

/** Events of a wire, of which tests make streams that break; each character is a byte. */
export interface Frames {
  /** Says who answers, and nothing. */
  readonly BEGUN: string;
  readonly HI: string;
  /** A call whose arguments are complete. */
  readonly CALL: string;
  readonly FINISH: string;
  /** What follows at the end; the mark of OpenAI by default. */
  readonly END?: string;
  /** An error within a stream, by a code or a status; in the words of OpenAI by default. */
  readonly broken?: (code: string | number) => string;
  /** Says a text. */
  readonly saying: (text: string) => string;
  /** Errors in the words of the wire: a prompt that is too long, and a quota that is used up. */
  readonly TOO_LONG: object;
  readonly USED_UP: object;
}

const error = (code: string) => ({ error: { message: 'No', code } });
const OPENAI_ERRORS = {
  TOO_LONG: error('context_length_exceeded'),
  USED_UP: error('insufficient_quota'),
};

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

export const CHAT_FRAMES: Frames = {
  ...OPENAI_ERRORS,
  BEGUN: chunk({ role: 'assistant' }),
  HI: chunk({ content: 'Hi' }),
  saying: (content) => chunk({ role: 'assistant', content }),
  CALL: chunk({ tool_calls: [{ index: 0, id: 'x', function: { name: 'f', arguments: '{}' } }] }),
  FINISH: chunk({}, 'stop'),
};

const event = (type: string, members: object) => named(`response.${type}`, members);

const PLACE = { item_id: 'm', output_index: 0, content_index: 0 };
const item = { type: 'function_call', call_id: 'x', name: 'f', arguments: '{}' };

export const RESPONSES_FRAMES: Frames = {
  ...OPENAI_ERRORS,
  BEGUN: event('created', { response: { id: 'r', status: 'in_progress', output: [] } }),
  HI: event('output_text.delta', { ...PLACE, delta: 'Hi' }),
  saying: (delta) => event('output_text.delta', { ...PLACE, delta }),
  CALL: event('output_item.done', { output_index: 0, item }),
  FINISH: event('completed', { response: { id: 'r', status: 'completed', output: [] } }),
};

const part = (said: object, finishReason?: string) => {
  const candidate = { content: { role: 'model', parts: [said] }, index: 0 };
  const candidates = [{ ...candidate, ...(finishReason && { finishReason }) }];
  return `data: ${JSON.stringify({ candidates, responseId: 'r' })}\r\n\r\n`;
};

const refused = (status: string, message: string) => ({ error: { status, message } });

export const GEMINI_FRAMES: Frames = {
  TOO_LONG: refused(
    'INVALID_ARGUMENT',
    'The input token count exceeds the maximum number of tokens',
  ),
  USED_UP: refused('RESOURCE_EXHAUSTED', 'Quota exceeded for free_tier_requests, limit: 0'),
  BEGUN: `data: ${JSON.stringify({ responseId: 'r', modelVersion: 'm' })}\r\n\r\n`,
  HI: part({ text: 'Hi' }),
  saying: (text) => part({ text }),
  CALL: part({ functionCall: { name: 'f', args: {} } }),
  FINISH: part({ text: '' }, 'STOP'),
};

const said = (text: string) =>
  named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });
const called = { type: 'tool_use', id: 'x', name: 'f', input: {} };

const notTaken = (type: string, message: string, details?: object) => ({
  type: 'error',
  error: { type, message, ...(details && { details }) },
});

export const MESSAGE_FRAMES: Frames = {
  TOO_LONG: notTaken('invalid_request_error', 'prompt is too long: 9 tokens > 8 maximum'),
  USED_UP: notTaken('rate_limit_error', 'No', { error_code: 'enforced_spend_limit_reached' }),
  BEGUN: named('message_start', { message: { id: 'm', content: [] } }) + named('ping'),
  HI: said('Hi'),
  saying: said,
  CALL:
    named('content_block_start', { index: 0, content_block: called }) +
    named('content_block_delta', {
      index: 0,
      delta: { type: 'input_json_delta', partial_json: '{}' },
    }),
  FINISH: named('message_delta', { delta: { stop_reason: 'end_turn' }, usage: {} }),
};

const textOfCohere = (text: string) =>
  named('content-delta', { index: 0, delta: { message: { content: { text } } } });
const callOfCohere = { id: 'x', type: 'function', function: { name: 'f', arguments: '{}' } };
const SENTENCES: Readonly<Record<string, string>> = {
  server_error: 'internal server error',
  429: 'rate limit exceeded',
};

export const COHERE_FRAMES: Frames = {
  TOO_LONG: { message: 'too many tokens: total number of tokens in the prompt cannot exceed 9' },
  USED_UP: { message: 'You are using a Trial key, limited to 1000 API calls / month.' },
  BEGUN: named('message-start', { id: 'm', delta: { message: { role: 'assistant' } } }),
  HI: textOfCohere('Hi'),
  saying: textOfCohere,
  CALL: named('tool-call-start', {
    index: 0,
    delta: { message: { tool_calls: callOfCohere } },
  }),
  FINISH: named('message-end', { delta: { finish_reason: 'COMPLETE' } }),
  broken: (code) =>
    named('message-end', { delta: { finish_reason: 'ERROR', error: SENTENCES[code] } }),
};

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString(),
  (text) => Buffer.from(text),
);

/** Frames a message as AWS does, by its own codec; a text is its payload as it is. */
export function awsMessage(
  headers: Readonly<Record<string, string>>,
  payload: object | string,
): Uint8Array {
  const texts = Object.entries(headers).map(([name, value]) => [
    name,
    { type: 'string' as const, value },
  ]);
  const body = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  return codec.encode({ headers: Object.fromEntries(texts), body });
}

/** The same frame with another payload. */
export function awsMessageWith(frame: Uint8Array, change: (payload: Uint8Array) => Uint8Array) {
  const { headers, body } = codec.decode(frame);
  return codec.encode({ headers, body: change(body) });
}

const converse = (type: string, payload: object) =>
  Buffer.from(
    awsMessage({ ':message-type': 'event', ':event-type': type }, { p: 'ab', ...payload }),
  ).toString('latin1');

const delta = (said: object) =>
  converse('contentBlockDelta', { contentBlockIndex: 0, delta: said });

const EXCEPTIONS: Readonly<Record<string, string>> = {
  server_error: 'internalServerException',
  429: 'throttlingException',
};

export const CONVERSE_FRAMES: Frames = {
  TOO_LONG: { message: 'Input is too long for requested model.' },
  USED_UP: { message: 'Too many tokens per day, please wait before trying again.' },
  BEGUN: converse('messageStart', { role: 'assistant' }),
  HI: delta({ text: 'Hi' }),
  saying: (text) => delta({ text }),
  CALL:
    converse('contentBlockStart', {
      contentBlockIndex: 0,
      start: { toolUse: { toolUseId: 'x', name: 'f' } },
    }) + delta({ toolUse: { input: '{}' } }),
  FINISH: converse('messageStop', { stopReason: 'end_turn' }),
  END: converse('metadata', { usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } }),
  broken: (code) =>
    Buffer.from(
      awsMessage(
        { ':message-type': 'exception', ':exception-type': EXCEPTIONS[code] ?? '' },
        { message: 'x' },
      ),
    ).toString('latin1'),
};
