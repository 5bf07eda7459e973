import { describe } from 'node:test';
import { answer, head, json, stream } from '../../scripts.ts';
import type { Script } from '../../scripted-upstream.ts';
import { chunk, END, errorFrame, itSurvives, ROLE, type Fault } from './faults.ts';

const HEAD = { write: head(200, { 'content-type': 'text/event-stream' }) };
const error = (code: unknown, message = 'No') => ({ error: { code, message } });
const html = (status: number) =>
  answer(status, '<!DOCTYPE html><title>Oops</title>', { 'content-type': 'text/html' });
const server = (what: string, script: Script): Fault => ({
  what,
  script,
  status: 502,
  counts: true,
});

/** The gateway is refused, and not the request. */
const refused = (what: string, script: Script): Fault => ({
  ...server(what, script),
  isTold: true,
});

/** Rows 2, 6, 9 and 10 of the plan's matrix, until the first output. */
const CONNECTION: readonly Fault[] = [
  server('a reset before the head', ['reset']),
  server('an end before the head', ['end']),
  server('half a head', [{ write: 'HTTP/1.1 200 O' }, 'end']),
  server('a reset behind the head', [HEAD, 'reset']),
  server('an end behind the head', [HEAD, 'end']),
  server('a reset behind the role', stream([ROLE], 'reset')),
  server('an end behind the role, in mid-answer', stream([ROLE], 'end')),
  server('an end behind the role', stream([ROLE])),
  server('comments and then the end', stream([': ping\n\n'])),
];

const SILENCE: readonly Fault[] = [
  { ...server('silence before the head', ['silence']), status: 524 },
  { ...server('silence behind the head', [HEAD, 'silence']), status: 524 },
  { ...server('silence behind the role', stream([ROLE], 'silence')), status: 524 },
  { ...server('silence behind a comment', stream([': ping\n\n'], 'silence')), status: 524 },
];

/** Rows 11, 13 and 15: an error inside an answer with success. */
const INSIDE: readonly Fault[] = [
  { ...server('an overload', stream([errorFrame({ code: 503, message: 'x' })])), status: 529 },
  server('a server error', stream([errorFrame({ type: 'server_error', message: 'x' })])),
  server('a server error behind the role', stream([ROLE, errorFrame({ code: 500, message: 'x' })])),
  {
    what: 'a rate limit',
    script: stream([errorFrame({ code: 429, message: 'Retry in 7s' })]),
    status: 429,
    retryAfter: '7',
  },
  {
    what: 'a refusal of the content',
    script: stream([errorFrame({ code: 'content_policy_violation', message: 'No.' })]),
    status: 400,
    isFinal: true,
  },
  {
    what: 'a refused parameter',
    script: stream([errorFrame({ code: 'invalid_value', message: 'No.', param: 'stop' })]),
    status: 400,
    isFinal: true,
  },
  {
    what: 'a context that is too long here',
    script: stream([errorFrame({ code: 'context_length_exceeded', message: 'No.' })]),
    status: 400,
  },
  {
    what: 'a call that the model spoiled',
    script: stream([errorFrame({ code: 'tool_use_failed', message: 'x' })]),
    status: 502,
    asked: 2,
  },
  {
    what: 'a call whose arguments are no JSON',
    script: stream([
      chunk({ tool_calls: [{ index: 0, id: 'x', function: { name: 'f', arguments: '7' } }] }),
      chunk({}, 'tool_calls'),
      END,
    ]),
    // The call's name was sent.
    said: 'f',
    code: 502,
    micros: 10,
  },
];

/** Rows 16 to 20 and 22: statuses. */
const STATUSES: readonly Fault[] = [
  { what: 'a refused parameter', status: 400, isFinal: true },
  ...[401, 402, 403].map((status) => refused(`${status}`, json(error('x'), status))),
  ...[400, 403, 429].map((status) =>
    refused(`a used up quota as ${status}`, json(error('insufficient_quota'), status)),
  ),
  // The request has it because it is streamed, and no client asked for it.
  ...[
    { code: 'unsupported_parameter', param: 'stream_options', message: 'No.' },
    { type: 'invalid_request_error', message: 'Unknown parameter: "stream_options".' },
    { code: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'No.' },
  ].map((said) => ({
    what: `a member of the adapter's own: ${JSON.stringify(said)}`,
    script: json({ error: said }, 400),
    status: 400,
    isTold: true,
  })),
  {
    what: 'a member that the client sent and the model does not have',
    script: json({ error: { code: 'unsupported_parameter', param: 'temperature' } }, 400),
    status: 400,
    isFinal: true,
  },
  ...[404, 409, 424, 425, 499, 500, 501, 502, 520, 521, 522, 523, 525, 526].map((status) =>
    server(`${status}`, json(error('x'), status)),
  ),
  ...[408, 504, 524].map((code) => ({ ...server(`${code}`, json(error('x'), code)), status: 524 })),
  ...[503, 529].map((code) => ({ ...server(`${code}`, json(error('x'), code)), status: 529 })),
  { what: 'too large a request', script: json(error('x'), 413), status: 413 },
  { what: 'too long a prompt', script: json(error('context_length_exceeded'), 400), status: 400 },
  {
    what: 'a refusal of the content',
    script: json(error('content_policy_violation'), 400),
    status: 400,
    isFinal: true,
  },
  ...[301, 302, 307, 308].flatMap((status) =>
    ['http://127.0.0.1:9/', 'https://attacker.example/v1', '/elsewhere'].map((location) =>
      server(`${status} to ${location}`, answer(status, '', { location })),
    ),
  ),
].map((fault): Fault => ({ script: json(error('invalid_value'), 400), ...fault }));

/** Row 21: how long to wait. */
const WAITS: readonly (readonly [headers: Readonly<Record<string, string>>, seconds?: string])[] = [
  [{}],
  [{ 'retry-after': '7' }, '7'],
  [{ 'retry-after': '7.2' }, '8'],
  [{ 'retry-after': 'Sun, 22 Nov 2026 00:00:30 GMT' }, '30'],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' }, '1'],
  [{ 'retry-after': '-1' }],
  [{ 'retry-after': 'x' }],
  [{ 'retry-after': '0' }, '1'],
  [{ 'retry-after-ms': '2500' }, '3'],
  [{ 'retry-after-ms': '0', 'retry-after': '7' }, '1'],
  [{ 'retry-after-ms': '3000', 'retry-after': '7' }, '3'],
  [{ 'retry-after': '36000' }, '36000'],
  [{ 'retry-after': '999999999' }, '86400'],
  [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '1m6s' }, '66'],
  [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '1.57s' }, '2'],
  [{ 'x-ratelimit-remaining-tokens': '9', 'x-ratelimit-reset-tokens': '6m0s' }],
];

/** Row 23: answers that are none. */
const OTHERS: readonly Fault[] = [
  server('HTML with 502', html(502)),
  server('HTML with 200', html(200)),
  server('nothing with 200', answer(200, '')),
  server('no content', answer(204, '')),
  server('an empty object', json({})),
  server('no choices', json({ choices: [] })),
  server('a list', json([1])),
  server('an error with 200', json(error('server_error'))),
  server('half of it', answer(200, '{"choices":[{"mess', { 'content-type': 'application/json' })),
];

describe('before the first output: the connection', () => {
  for (const fault of CONNECTION) for (const stream of [true, false]) itSurvives(fault, stream);
  for (const fault of SILENCE) {
    itSurvives(fault, false);
    // The stream has begun after 15 seconds, without a status of the fault.
    const { status: code = 0, ...begun } = fault;
    itSurvives({ ...begun, code, isTakenOver: true }, true);
  }
});

describe('before the first output: errors with success', () => {
  for (const fault of INSIDE) itSurvives(fault, true);
});

describe('before the first output: statuses', () => {
  for (const fault of STATUSES) itSurvives(fault, true);
});

describe('before the first output: how long to wait', () => {
  for (const [headers, retryAfter] of WAITS) {
    const what = `429 with ${JSON.stringify(headers)}`;
    // A wait of at most two seconds is waited once.
    const asked = retryAfter !== undefined && Number(retryAfter) <= 2 ? 2 : 1;
    const script = json(error('rate_limit_exceeded'), 429, headers);
    const fault = { what, script, status: 429, asked };
    itSurvives({ ...fault, ...(retryAfter !== undefined && { retryAfter }) }, false);
  }
});

describe('before the first output: answers that are none', () => {
  for (const fault of OTHERS) for (const stream of [true, false]) itSurvives(fault, stream);
});
