import { describe } from 'node:test';
import { answer, head, httpChunk, json } from '../../scripts.ts';
import type { Script } from '../../scripted-upstream.ts';
import { inTurn, rowsFor } from '../../support/long-tests.ts';
import { itSurvives, WAYS, type Fault, type Setting } from './faults.ts';
import type { WireError } from './matrix-wire.ts';
import { chunk, streamOf, WIRES, type MatrixWire, type WireName } from './wires.ts';

const settings = inTurn<Setting>(['alone', 'with a second provider']);
const ways = inTurn(WAYS);

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
const connectionFaults = (wire: MatrixWire): readonly Fault[] => [
  server('a reset before the head', ['reset']),
  server('an end before the head', ['end']),
  server('half a head', [{ write: 'HTTP/1.1 200 O' }, 'end']),
  server('a reset behind the head', [HEAD, 'reset']),
  server('an end behind the head', [HEAD, 'end']),
  server('a reset behind the role', streamOf(wire, [wire.ROLE], 'reset')),
  server('an end behind the role, in mid-answer', streamOf(wire, [wire.ROLE], 'end')),
  server('an end behind the role', streamOf(wire, [wire.ROLE])),
  server('comments and then the end', streamOf(wire, [wire.idle])),
];

const silences = (wire: MatrixWire): readonly Fault[] => [
  { ...server('silence before the head', ['silence']), status: 524 },
  { ...server('silence behind the head', [HEAD, 'silence']), status: 524 },
  { ...server('silence behind the role', streamOf(wire, [wire.ROLE], 'silence')), status: 524 },
  { ...server('silence behind a comment', streamOf(wire, [wire.idle], 'silence')), status: 524 },
];

const failing = (wire: MatrixWire, error: WireError, before = '') =>
  streamOf(wire, [before, wire.errorFrame(error)].filter(Boolean));

/** Rows 11, 13 and 15: an error inside an answer with success. */
const errorsInside = (wire: MatrixWire): readonly Fault[] => [
  { ...server('an overload', failing(wire, 'overloaded')), status: 529 },
  server('a server error', failing(wire, 'server')),
  server('a server error behind the role', failing(wire, 'server', wire.ROLE)),
  {
    what: 'a rate limit',
    script: failing(wire, 'limited'),
    status: 429,
    retryAfter: '7',
  },
  ...(wire.lacks === 'policy'
    ? []
    : [
        {
          what: 'a refusal of the content',
          script: failing(wire, 'policy'),
          status: 400,
          isFinal: true,
        },
      ]),
  {
    what: 'a refused parameter',
    script: failing(wire, 'parameter'),
    status: 400,
    isFinal: true,
  },
  {
    what: 'a context that is too long here',
    script: failing(wire, 'context'),
    status: 400,
  },
  {
    what: 'something that nobody can use',
    script: failing(wire, 'generation'),
    status: 502,
    asked: 2,
  },
];

/** Row 15, in ways that only one wire has. */
const OWN: Readonly<Record<WireName, readonly Fault[]>> = {
  'openai-chat': [
    {
      what: 'a call whose arguments are no JSON',
      script: streamOf(WIRES['openai-chat'], [
        chunk({ tool_calls: [{ index: 0, id: 'x', function: { name: 'f', arguments: '7' } }] }),
        chunk({}, 'tool_calls'),
        WIRES['openai-chat'].END,
      ]),
      // The call's name was sent.
      said: 'f',
      code: 502,
      micros: 10,
    },
  ],
  'openai-responses': [
    {
      what: 'a call whose arguments are no JSON',
      script: streamOf(WIRES['openai-responses'], [
        WIRES['openai-responses'].CALL,
        WIRES['openai-responses'].FINISH,
      ]),
      said: 'f{"a":',
      code: 502,
      micros: 18,
    },
    {
      what: 'an error as it is sent',
      script: streamOf(WIRES['openai-responses'], [
        'data: {"type":"error","error":{"code":"rate_limit_exceeded"}}\n\n',
      ]),
      status: 429,
    },
  ],
  anthropic: [
    {
      what: 'a call whose arguments are no JSON',
      script: streamOf(WIRES['openai-chat'], [
        WIRES.anthropic.CALL,
        WIRES.anthropic.FINISH.replace('end_turn', 'tool_use'),
        WIRES.anthropic.END,
      ]),
      // The call's name and half of its arguments were sent.
      said: 'f{"a":',
      code: 502,
      micros: 18,
    },
    server(
      'nothing but pings',
      streamOf(WIRES.anthropic, ['event: ping\ndata: {"type":"ping"}\n\n']),
    ),
    {
      what: 'a limit of spending as 400',
      script: json(
        {
          type: 'error',
          error: {
            type: 'invalid_request_error',
            message: 'You have reached your specified API usage limits.',
          },
        },
        400,
      ),
      status: 502,
      counts: true,
      isTold: true,
    },
  ],
  bedrock: [
    server('a malformed frame', [HEAD, { write: httpChunk('<p>Hi</p> and more') }, 'end']),
    {
      what: 'a call whose arguments are no JSON',
      script: streamOf(WIRES.bedrock, [WIRES.bedrock.CALL, WIRES.bedrock.FINISH]),
      said: 'f{"a":',
      code: 502,
      micros: 18,
    },
  ],
  cohere: [
    {
      what: 'a call whose arguments are no JSON',
      script: streamOf(WIRES.cohere, [
        WIRES.cohere.CALL,
        WIRES.cohere.FINISH.replace('COMPLETE', 'TOOL_CALL'),
        WIRES.cohere.END,
      ]),
      said: 'f{"a":',
      code: 502,
      micros: 18,
    },
    {
      ...server(
        'a finish of a time-out',
        streamOf(WIRES.cohere, [WIRES.cohere.FINISH.replace('COMPLETE', 'TIMEOUT')]),
      ),
      status: 524,
    },
    {
      what: 'blocked content as 498',
      script: json({ message: 'blocked input: please revise your prompt' }, 498),
      status: 400,
      isFinal: true,
    },
    refused('a wrong token as 498', json({ message: 'invalid token' }, 498)),
    refused(
      'a key for trials that is used up',
      json({ message: 'You are using a Trial key, limited to 1000 API calls / month.' }, 429),
    ),
  ],
  gemini: [
    {
      what: 'a stop after nothing',
      script: streamOf(WIRES['openai-chat'], [WIRES.gemini.ROLE, WIRES.gemini.FINISH]),
      status: 502,
      asked: 2,
    },
    server(
      'an end behind a call that nobody was told of',
      streamOf(WIRES.gemini, [WIRES.gemini.CALL]),
    ),
    server('a reset behind such a call', streamOf(WIRES.gemini, [WIRES.gemini.CALL], 'reset')),
  ],
};

/** Rows 16 to 20 and 22: statuses. */
const statuses = ({ errorBody, strangers }: MatrixWire): readonly Fault[] =>
  [
    { what: 'a refused parameter', status: 400, isFinal: true },
    ...[401, 402, 403].map((status) => refused(`${status}`, json(error('x'), status))),
    ...[400, 403, 429].map((status) =>
      refused(`a used up quota as ${status}`, json(errorBody('quota'), status)),
    ),
    // What the adapter wrote by itself, and no client asked for.
    ...strangers.map((said) => ({
      what: `a member of the adapter's own: ${JSON.stringify(said)}`,
      script: json(said, 400),
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
    ...[408, 504, 524].map((code) => ({
      ...server(`${code}`, json(error('x'), code)),
      status: 524,
    })),
    ...[503, 529].map((code) => ({ ...server(`${code}`, json(error('x'), code)), status: 529 })),
    { what: 'too large a request', script: json(error('x'), 413), status: 413 },
    { what: 'too long a prompt', script: json(errorBody('context'), 400), status: 400 },
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

/** Row 23: malformed answers. */
const others = ({ empty, errorBody }: MatrixWire): readonly Fault[] => [
  server('HTML with 502', html(502)),
  server('HTML with 200', html(200)),
  server('nothing with 200', answer(200, '')),
  server('no content', answer(204, '')),
  server('an empty object', json({})),
  server('no answers', json(empty)),
  server('a list', json([1])),
  server('an error with 200', json(errorBody('server'))),
  server('half of it', answer(200, '{"x":[{"mess', { 'content-type': 'application/json' })),
];

// The names of a table are its keys.
for (const [column, wire] of (Object.keys(WIRES) as WireName[]).entries()) {
  const it = WIRES[wire];

  describe(`before the first output over ${wire}: the connection`, () => {
    for (const fault of rowsFor(column, connectionFaults(it))) {
      for (const [streamed, setting] of ways()) itSurvives(fault, streamed, wire, [setting]);
    }
    for (const fault of rowsFor(column, silences(it))) {
      itSurvives(fault, false, wire, settings());
      // The stream has begun after 15 seconds, without a status of the fault.
      const { status: code = 0, ...begun } = fault;
      itSurvives({ ...begun, code, isTakenOver: true }, true, wire, settings());
    }
  });

  describe(`before the first output over ${wire}: errors with success`, () => {
    for (const fault of [...rowsFor(column, errorsInside(it)), ...OWN[wire]])
      itSurvives(fault, true, wire, settings());
  });

  describe(`before the first output over ${wire}: statuses`, () => {
    for (const fault of rowsFor(column, statuses(it))) itSurvives(fault, true, wire, settings());
  });

  describe(`before the first output over ${wire}: how long to wait`, () => {
    const limited = (headers: Readonly<Record<string, string>>) =>
      json(error('rate_limit_exceeded'), 429, headers);
    const waits = WAITS.map(([headers, seconds]) => ({
      what: JSON.stringify(headers),
      script: limited(headers),
      seconds,
    }));
    const inBody = { what: 'words', script: json(it.errorBody('limited'), 429), seconds: '7' };
    for (const { what, script, seconds } of rowsFor(column, [...waits, inBody])) {
      // A wait of at most two seconds is waited once.
      const asked = seconds !== undefined && Number(seconds) <= 2 ? 2 : 1;
      const fault = { what: `429 with ${what}`, script, status: 429, asked };
      itSurvives(
        { ...fault, ...(seconds !== undefined && { retryAfter: seconds }) },
        false,
        wire,
        settings(),
      );
    }
  });

  describe(`before the first output over ${wire}: malformed answers`, () => {
    for (const fault of rowsFor(column, others(it))) {
      for (const [streamed, setting] of ways()) itSurvives(fault, streamed, wire, [setting]);
    }
  });
}
