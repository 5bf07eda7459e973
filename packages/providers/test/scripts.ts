import type { Script, Step } from './scripted-upstream.ts';

/** One pixel. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const USAGE = { prompt_tokens: 12, completion_tokens: 34, total_tokens: 46, cost: 0.04 };

/** An answer with a content-length, after which the connection may be reused. */
export function answer(
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Script {
  const bytes = Buffer.from(body);
  return [
    { write: head(status, { 'content-length': String(bytes.byteLength), ...headers }) },
    { write: bytes },
  ];
}

export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}) {
  return answer(status, JSON.stringify(value), { 'content-type': 'application/json', ...headers });
}

/** An event stream whose pieces are written separately; complete, unless `last` says otherwise. */
export function stream(pieces: readonly (string | Uint8Array)[], last?: Step): Script {
  return [...writesOf(pieces), last ?? { write: httpChunk('') }];
}

function writesOf(pieces: readonly (string | Uint8Array)[]) {
  const type = 'text/event-stream; charset=utf-8';
  return [
    { write: head(200, { 'content-type': type, 'transfer-encoding': 'chunked' }) },
    ...pieces.map((piece) => ({ write: httpChunk(piece) })),
  ];
}

/** A piece of a body in chunks. */
export function httpChunk(piece: string | Uint8Array): Uint8Array {
  const bytes = Buffer.from(piece);
  return Buffer.concat([
    Buffer.from(`${bytes.byteLength.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
}

function frame(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** The head of an answer. */
export function head(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n`;
}

const images = (...data: unknown[]) => ({ created: 1_750_000_000, data, usage: USAGE });
const PARTIAL = { type: 'image_generation.partial_image', partial_image_index: 0, b64_json: PNG };
const COMPLETED = {
  type: 'image_generation.completed',
  b64_json: PNG,
  media_type: 'image/png',
  created: 1_750_000_000,
  usage: USAGE,
};
const DONE = 'data: [DONE]\n\n';
const TEXT = { type: 'image_generation.text_chunk', text: 'grüße 模型 🎨', phase: 'draft' };
const GOOD_STREAM = frame(PARTIAL) + frame(TEXT) + frame(COMPLETED) + DONE;

const error = (code: unknown, message: string, more: object = {}) => ({
  error: { code, message, ...more },
});
const POLICY = error('content_policy_violation', 'Your request was rejected by our safety system.');

const buffered = {
  image: json(images({ b64_json: PNG, media_type: 'image/png' })),
  'two images': json(images({ b64_json: PNG }, { b64_json: PNG, media_type: 'image/png' })),
  'image without usage': json({ created: 1, data: [{ b64_json: PNG }] }),
  'image with escaped slashes': answer(
    200,
    JSON.stringify(images({ b64_json: PNG }))
      .replaceAll('/', '\\/')
      .replaceAll('+', '\\u002B'),
  ),
  'malformed JSON': answer(200, '{"created":1,"data":[{"b64_json":'),
  'cut JSON': answer(200, `{"created":1,"data":[{"b64_json":"${PNG.slice(0, 40)}`),
  HTML: answer(200, '<!DOCTYPE html><title>Bad gateway</title>', { 'content-type': 'text/html' }),
  empty: answer(200, ''),
  'no content': answer(204, ''),
  'not an object': json([PNG]),
  'no data': json({ created: 1 }),
  'empty data': json(images()),
  'data that is null': json({ created: 1, data: null }),
  'image without b64_json': json(images({ url: 'https://cdn.example.com/cat.png' })),
  'image that is null': json(images(null)),
  'empty base64': json(images({ b64_json: '' })),
  'cut base64': json(images({ b64_json: PNG.slice(0, -3) })),
  'broken base64': json(images({ b64_json: `****${PNG}` })),
  'wrong magic bytes': json(images({ b64_json: 'aGVsbG8gd29ybGQh' })),
  'cut in the body': [...json(images({ b64_json: PNG })).slice(0, 1), { write: '{"crea' }, 'end'],
  'reset in the body': [
    ...json(images({ b64_json: PNG })).slice(0, 1),
    { write: '{"crea' },
    'reset',
  ],
  'silence in the body': [
    ...json(images({ b64_json: PNG })).slice(0, 1),
    { write: '{"crea' },
    'silence',
  ],
  'silence before the head': ['silence'],
  'end before the head': ['end'],
  'reset before the head': ['reset'],
  'redirect to a private address': answer(302, '', { location: 'http://169.254.169.254/latest' }),
  'refusal of the content with 200': json(POLICY),
  'overload with 200': json(error('overloaded_error', 'Overloaded')),
  'rate limit with 200': json(error(429, 'Too many')),
  'unknown error with 200': json(error('boom', 'Boom')),
} as const satisfies Record<string, Script>;

const streamed = {
  stream: stream([GOOD_STREAM]),
  'stream with CRLF': stream([GOOD_STREAM.replaceAll('\n', '\r\n')]),
  'stream with CR': stream([GOOD_STREAM.replaceAll('\n', '\r')]),
  'stream with a byte order mark': stream([`\ufeff${GOOD_STREAM}`]),
  'stream with comments': stream([': ping\n\n', GOOD_STREAM.replaceAll('data: {', ': hm\ndata:{')]),
  'stream with named events': stream([
    `event: image_generation.partial_image\n${frame({ ...PARTIAL, type: undefined })}`,
    `event: image_generation.text_chunk\nid: 7\nretry: 10\n${frame(TEXT)}`,
    `event: image_generation.completed\n${frame({ ...COMPLETED, type: undefined })}`,
    DONE,
  ]),
  'stream over many lines': stream([GOOD_STREAM.replaceAll('","', '",\ndata: "')]),
  'stream cut into bytes': stream([...Buffer.from(GOOD_STREAM)].map((byte) => Uint8Array.of(byte))),
  'stream in one write': [
    {
      write: Buffer.concat([
        ...writesOf([GOOD_STREAM]).map(({ write }) => Buffer.from(write)),
        httpChunk(''),
      ]),
    },
  ],
  'stream of unknown length': [
    { write: head(200, { 'content-type': 'text/event-stream', connection: 'close' }) },
    { write: GOOD_STREAM },
    'end',
  ],
  'stream without [DONE]': stream([frame(PARTIAL), frame(TEXT), frame(COMPLETED)]),
  'stream without the last blank line': stream([
    frame(PARTIAL),
    frame(TEXT),
    frame(COMPLETED).trimEnd(),
  ]),
  'stream with unknown events': stream([frame({ type: 'image_generation.started' }), GOOD_STREAM]),
  'stream that goes on after [DONE]': stream([GOOD_STREAM, frame(error(500, 'late'))], 'silence'),
  'stream cut in an event': stream([frame(PARTIAL), frame(COMPLETED).slice(0, 60)]),
  'stream ended in an event': stream([frame(PARTIAL), frame(COMPLETED).slice(0, 60)], 'end'),
  'stream reset in an event': stream([frame(PARTIAL), frame(COMPLETED).slice(0, 60)], 'reset'),
  'stream without an image': stream([frame(PARTIAL), DONE]),
  'empty stream': stream([]),
  'stream of something else': stream(['data: <html>\n\n']),
  'stream with a cut image': stream([frame({ ...COMPLETED, b64_json: PNG.slice(0, -1) })]),
  'silence in the stream': stream([frame(PARTIAL)], 'silence'),
  'error in the stream': stream([
    frame(PARTIAL),
    frame({ type: 'error', ...error('429', 'Rate limit exceeded', { type: 'rate-limited' }) }),
    DONE,
  ]),
  'refusal in the stream': stream([frame(POLICY)]),
  'failure of the server in the stream': stream([
    `event: error\n${frame(error('server_error', 'Internal'))}`,
  ]),
} as const satisfies Record<string, Script>;

const statuses = {
  'status 400 for a parameter': json(
    error(400, 'size must be one of 1K, 2K', { param: 'size' }),
    400,
  ),
  'status 400 with secrets': json(
    error(
      'invalid_value',
      'Key sk-live-0123456789abcdef at https://internal.example/x is not allowed',
    ),
    400,
  ),
  'status 400 without a reason': answer(400, '<h1>Bad request</h1>'),
  'status 400 for the content': json(POLICY, 400),
  'status 400 that breaks off': [...json(POLICY, 400).slice(0, 1), { write: '{"err' }, 'reset'],
  'status 422': json({ detail: 'unprocessable' }, 422),
  'status 401': json(error('invalid_api_key', 'Incorrect API key: sk-123'), 401),
  'status 402': json(error(402, 'Insufficient credits'), 402),
  'status 403': json(error(403, 'Forbidden'), 403),
  'status 403 for the content': json(error('moderation_blocked', 'Flagged.'), 403),
  'status 404': json(error('model_not_found', 'No such model'), 404),
  'status 405': answer(405, ''),
  'status 408': answer(408, ''),
  'status 413': answer(413, 'too large'),
  'status 429': answer(429, ''),
  'status 429 in seconds': answer(429, '', { 'retry-after': '7' }),
  'status 429 in milliseconds': answer(429, '', { 'retry-after': '7', 'retry-after-ms': '1500' }),
  'status 429 by a date': answer(429, '', { 'retry-after': 'Fri, 01 Aug 2026 00:00:30 GMT' }),
  'status 429 by a past date': answer(429, '', { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' }),
  'status 429 with garbage': answer(429, '', { 'retry-after': 'soon, in 5' }),
  'status 500': answer(500, 'oops'),
  'status 502': answer(502, ''),
  'status 503': answer(503, '', { 'retry-after': '2' }),
  'status 504': answer(504, ''),
  'status 524': answer(524, ''),
  'status 529': answer(529, '', { 'retry-after': '3' }),
} as const satisfies Record<string, Script>;

/** Every known upstream behaviour, by name. */
export const SCRIPTS = { ...buffered, ...streamed, ...statuses };
export type ScriptName = keyof typeof SCRIPTS;

/** 2026-08-01T00:00:00Z, the time that the scripts' dates are relative to. */
export const SCRIPT_NOW = Date.UTC(2026, 7, 1);
