import { EVENTS, type MatrixWire, type WireError, event } from './matrix-wire.ts';

const saying = (index: number, content: object) =>
  event('content-delta', { index, delta: { message: { content } } });
const text = (said: string) => saying(1, { type: 'text', text: said });
const calls = (index: number, id: string, called: object) =>
  event('tool-call-start', {
    index,
    delta: { message: { tool_calls: { id, type: 'function', function: called } } },
  });
const puts = (index: number, input: string) =>
  event('tool-call-delta', {
    index,
    delta: { message: { tool_calls: { function: { arguments: input } } } },
  });
const ended = (index: number) => event('tool-call-end', { index });
const ends = (delta: object) => event('message-end', { id: 'c', delta });

/** More is told than billed. */
const COUNTS = {
  billed_units: { input_tokens: 9, output_tokens: 5 },
  tokens: { input_tokens: 70, output_tokens: 7 },
};

const SENTENCES: Readonly<Record<Exclude<WireError, 'generation'>, string>> = {
  overloaded: 'the model is overloaded',
  server: 'internal server error',
  limited: 'trial token rate limit exceeded, retry in 7s',
  quota: 'You are using a Trial key, which is limited to 1000 API calls / month.',
  policy: 'blocked output: please revise your prompt',
  parameter: 'invalid request: No.',
  context: 'too many tokens: total number of tokens in the prompt cannot exceed 9 - received 10.',
};

/** Cohere's chat. */
export const COHERE: MatrixWire = {
  ...EVENTS,
  ROLE: event('message-start', { id: 'c', delta: { message: { role: 'assistant' } } }),
  says: text,
  REASONING: saying(0, { type: 'thinking', thinking: 'Hm' }),
  CALL: calls(0, 'x', { name: 'f', arguments: '' }) + puts(0, '{"a":'),
  called: { said: 'f{"a":', micros: 18 },
  CALLED: puts(0, '1}') + ended(0),
  FINISH: ends({ finish_reason: 'COMPLETE' }),
  LENGTH: ends({ finish_reason: 'MAX_TOKENS' }),
  USAGE: ends({ usage: COUNTS }),
  END: 'data: [DONE]\n\n',
  GOOD: [
    event('message-start', { id: 'c', delta: { message: { role: 'assistant' } } }),
    saying(0, { thinking: 'Hm' }),
    event('content-end', { index: 0 }),
    text('Grüße '),
    text('模型 🎨\u2028'),
    event('content-end', { index: 1 }),
    calls(0, 'a', { name: 'f', arguments: '' }),
    puts(0, '{"ä":'),
    puts(0, '"\\u00e4"}'),
    ended(0),
    calls(1, 'b', { name: 'f', arguments: null }),
    ended(1),
    ends({ finish_reason: 'TOOL_CALL', usage: COUNTS }),
    'data: [DONE]\n\n',
  ],
  member: '"type":',
  errorFrame: (error) =>
    error === 'generation'
      ? calls(0, 'x', {})
      : ends({ finish_reason: 'ERROR', error: SENTENCES[error] }),
  errorBody: (error) =>
    error === 'generation'
      ? { message: { role: 'assistant', tool_calls: [{ id: 'x', type: 'function' }] } }
      : { message: SENTENCES[error] },
  // It says nothing that no client asked for.
  strangers: [],
  empty: { message: { role: 'assistant' } },
  whole: {
    id: 'c',
    message: { role: 'assistant', content: [{ type: 'text', text: 'Hel' }] },
    finish_reason: 'COMPLETE',
    usage: COUNTS,
  },
};
