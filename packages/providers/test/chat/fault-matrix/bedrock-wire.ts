import { awsMessage } from '../frames.ts';
import type { MatrixWire, WireError } from './matrix-wire.ts';

/** A frame as a text of which each character is a byte. */
const framed = (headers: Readonly<Record<string, string>>, payload: object | string) =>
  Buffer.from(awsMessage(headers, payload)).toString('latin1');
const event = (type: string, payload: object) =>
  framed({ ':message-type': 'event', ':event-type': type }, { p: 'ab', ...payload });
const exception = (type: string, message: string) =>
  framed({ ':message-type': 'exception', ':exception-type': type }, { message });
/** Each kind of block has an index of its own, so that frames may come in any order. */
const delta = (contentBlockIndex: number, said: object) =>
  event('contentBlockDelta', { contentBlockIndex, delta: said });
const text = (said: string) => delta(0, { text: said });
const thinks = (said: object) => delta(1, { reasoningContent: said });
const calls = (contentBlockIndex: number, toolUseId: string) =>
  event('contentBlockStart', { contentBlockIndex, start: { toolUse: { toolUseId, name: 'f' } } });
const puts = (index: number, input: string) => delta(index, { toolUse: { input } });
const closes = (contentBlockIndex: number) => event('contentBlockStop', { contentBlockIndex });
const stops = (stopReason: string) => event('messageStop', { stopReason });

const USAGE = { inputTokens: 9, outputTokens: 5, totalTokens: 14 };

const EXCEPTIONS: Readonly<Record<WireError, readonly [type: string, message: string]>> = {
  overloaded: ['serviceUnavailableException', 'x'],
  server: ['internalServerException', 'x'],
  limited: ['throttlingException', 'Please retry in 7s.'],
  quota: ['throttlingException', 'Too many tokens per day, please wait before trying again.'],
  policy: ['', ''],
  parameter: ['validationException', 'No.'],
  context: ['validationException', 'Input is too long for requested model.'],
  generation: ['', ''],
};

/** Bedrock's Converse, in frames with checksums. */
export const BEDROCK: MatrixWire = {
  isBinary: true,
  raw: (content) =>
    framed({ ':message-type': 'event', ':event-type': 'contentBlockDelta' }, content),
  half: text('Hel').slice(0, 20),
  idle: event('ping', {}),
  nameless: framed({ ':message-type': 'error', ':error-code': 'x', ':error-message': 'x' }, {}),
  mark: event('metadata', { usage: USAGE }),
  ROLE: event('messageStart', { role: 'assistant' }),
  says: text,
  REASONING: thinks({ text: 'Hm' }),
  CALL: calls(2, 'x') + puts(2, '{"a":'),
  called: { said: 'f{"a":', micros: 18 },
  CALLED: puts(2, '1}') + closes(2),
  FINISH: stops('end_turn'),
  LENGTH: stops('max_tokens'),
  USAGE: event('metadata', { usage: USAGE }),
  endsWithCounts: true,
  END: '',
  GOOD: [
    event('messageStart', { role: 'assistant' }),
    thinks({ text: 'Hm' }),
    thinks({ signature: 'AA+/==' }),
    closes(1),
    text('Grüße '),
    text('模型 🎨\u2028'),
    closes(0),
    calls(2, 'a'),
    puts(2, '{"ä":'),
    puts(2, '"\\u00e4"}'),
    closes(2),
    calls(3, 'b'),
    closes(3),
    stops('tool_use'),
    event('metadata', { usage: USAGE }),
  ],
  member: '',
  // A guardrail stops an answer, and an answer that it stopped has not failed.
  lacks: 'policy',
  errorFrame: (error) =>
    error === 'generation'
      ? stops('malformed_tool_use')
      : error === 'policy'
        ? stops('guardrail_intervened')
        : exception(...EXCEPTIONS[error]),
  errorBody: (error) => ({ message: EXCEPTIONS[error][1] }),
  // It says nothing that no client asked for.
  strangers: [],
  empty: { output: {} },
  whole: {
    output: { message: { role: 'assistant', content: [{ text: 'Hel' }] } },
    stopReason: 'end_turn',
    usage: USAGE,
  },
};
