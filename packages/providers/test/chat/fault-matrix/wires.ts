import type { MainWire } from '../../support/chat-gateway.ts';

/** What an upstream may say went wrong, in an answer or in place of one. */
export type WireError =
  | 'overloaded'
  | 'server'
  /** To be asked again in seven seconds. */
  | 'limited'
  | 'quota'
  | 'policy'
  | 'parameter'
  | 'context'
  /** The model made something that nobody can use. */
  | 'generation';

/** A wire as the matrix breaks it: its frames, of which the matrix makes streams. */
export interface MatrixWire {
  /** Says who answers, and nothing. */
  readonly ROLE: string;
  /** Says a text. */
  readonly says: (text: string) => string;
  /** Thinks "Hm". */
  readonly REASONING: string;
  /** A call of `f` whose end is not there yet; where calls come whole, nobody is told of it. */
  readonly CALL: string;
  /** What of it the client reads, and what that costs, in millionths of a dollar. */
  readonly called: { readonly said: string; readonly micros: number };
  /** Ends a call of `f`. */
  readonly CALLED: string;
  readonly FINISH: string;
  /** Ends an answer for the limit. */
  readonly LENGTH: string;
  /** Counts 9 and 5 tokens. */
  readonly USAGE: string;
  /** The mark behind everything; empty for a wire without one. */
  readonly END: string;
  /** An answer of text, reasoning and two calls, with letters of two, three and four bytes. */
  readonly GOOD: readonly string[];
  /** A member of every frame, for splitting frames into lines at it. */
  readonly member: string;
  /** A frame that says what went wrong. */
  readonly errorFrame: (error: WireError) => string;
  /** The same as a body in JSON. */
  readonly errorBody: (error: WireError) => object;
  /** Bodies that name a member which the adapter wrote by itself. */
  readonly strangers: readonly object[];
  /** An answer in JSON that is none. */
  readonly empty: object;
  /** "Hel", in one piece, with counts. */
  readonly whole: object;
}

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

const OPENAI_ERRORS: Readonly<Record<WireError, object>> = {
  overloaded: { code: 503, message: 'x' },
  server: { code: 'server_error', message: 'x' },
  limited: { code: 429, message: 'Retry in 7s' },
  quota: { code: 'insufficient_quota', message: 'No' },
  policy: { code: 'content_policy_violation', message: 'No.' },
  parameter: { code: 'invalid_value', message: 'No.', param: 'stop' },
  context: { code: 'context_length_exceeded', message: 'No.' },
  generation: { code: 'tool_use_failed', message: 'x' },
};
const COUNTS = { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 };

const OPENAI: MatrixWire = {
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

/** Every wire that the matrix breaks, by its name. */
export const WIRES = { 'openai-chat': OPENAI, gemini: GEMINI } as const satisfies Partial<
  Readonly<Record<MainWire, MatrixWire>>
>;

/** The name of a wire that the matrix breaks. */
export type WireName = keyof typeof WIRES;
