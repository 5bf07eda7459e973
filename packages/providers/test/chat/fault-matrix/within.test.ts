import { describe } from 'node:test';
import { answer, head } from '../../scripts.ts';
import type { Script } from '../../scripted-upstream.ts';
import { inTurn, rowsFor } from '../../support/long-tests.ts';
import { ESTIMATE, FULL, itSurvives, WAYS, type Fault, type Setting } from './faults.ts';
import { chunk, streamOf, WIRES, type MatrixWire, type WireName } from './wires.ts';

const SETTINGS: readonly Setting[] = ['alone', 'with a second provider'];
const ways = inTurn(WAYS);

const HEL = { said: 'Hel', micros: ESTIMATE };

/** Where a stream breaks: what was sent, what the client has read, and what that costs. */
const placesOf = ({
  ROLE,
  says,
  REASONING,
  CALL,
  called,
}: MatrixWire): readonly (readonly [
  where: string,
  pieces: readonly string[],
  Partial<Fault>,
])[] => [
  ['in the text', [ROLE, says('Hel')], HEL],
  ['in the reasoning', [ROLE, REASONING], { said: 'Hm', micros: ESTIMATE }],
  // Its arguments are incomplete, and so is the call.
  ['in a call', called.said === 'Hel' ? [ROLE, says('Hel'), CALL] : [ROLE, CALL], called],
];

/** Rows 3, 6, 9 to 13 and 28: what breaks it, the code of the error, and who is to blame. */
type Break = readonly [
  what: string,
  /** Frames, and last a step of the connection: `reset`, `end` or `silence`. */
  rest: readonly string[],
  code: number,
  counts: boolean,
];

const breaksOf = ({
  END,
  errorFrame,
  raw,
  half,
  idle,
  nameless,
  mark,
}: MatrixWire): readonly Break[] => [
  ['a reset', ['reset'], 502, true],
  ['an end of the connection', ['end'], 502, true],
  ['an end of the answer', [], 502, true],
  ['half a frame and a reset', [half, 'reset'], 502, true],
  ['half a frame and the end', [half], 502, true],
  ['the mark of a wire without a finish', [mark], 502, true],
  ['silence', ['silence'], 524, true],
  ['nothing but comments', [idle, idle, 'silence'], 524, true],
  ['an overload', [errorFrame('overloaded')], 529, true],
  ['a server error', [errorFrame('server'), END], 502, true],
  ['a rate limit', [errorFrame('limited')], 429, false],
  ['an error as a text', [raw('{"error":"Crashed"}')], 502, true],
  ['an event of the name', [nameless], 502, true],
  ['too long a context', [errorFrame('context')], 400, false],
  ['a refused parameter', [errorFrame('parameter')], 400, false],
  ['a frame that is no JSON', [raw('oops')], 502, true],
  ['null', [raw('null')], 502, true],
  ['a list', [raw('[1]')], 502, true],
  ['a text', [raw('"x"')], 502, true],
  ['a frame of another kind', [raw('{"a":1}')], 502, true],
];

/** A frame with one byte changed; from its end where `at` is below 0. */
function damaged(frame: string, at: number): string {
  const bytes = Buffer.from(frame, 'latin1');
  const place = at < 0 ? bytes.byteLength + at : at;
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  return bytes.toString('latin1');
}

/** Rows 13, 15 and 35, in ways that only one wire has. */
const OWN_BREAKS: Readonly<Record<WireName, readonly Break[]>> = {
  'openai-chat': [
    ['a refusal', [WIRES['openai-chat'].errorFrame('policy')], 400, false],
    ['a finish of a failure', [chunk({}, 'error')], 502, true],
  ],
  'openai-responses': [
    ['a refusal', [WIRES['openai-responses'].errorFrame('policy')], 400, false],
    [
      'something that nobody can use',
      [WIRES['openai-responses'].errorFrame('generation')],
      502,
      false,
    ],
    [
      'an error as its specification has it',
      ['data: {"type":"error","code":"server_error"}\n\n'],
      502,
      true,
    ],
    ['an end that somebody else made', ['data: {"type":"response.cancelled"}\n\n'], 502, true],
  ],
  anthropic: [
    ['a refusal', [WIRES.anthropic.errorFrame('policy')], 400, false],
    ['a call of nothing', [WIRES.anthropic.errorFrame('generation')], 502, false],
    [
      'an overload without a name',
      [`data: {"type":"error","error":{"type":"overloaded_error","message":"x"}}\n\n`],
      529,
      true,
    ],
  ],
  bedrock: [
    ['a malformed call', [WIRES.bedrock.errorFrame('generation')], 502, false],
    ['a byte that was flipped', [damaged(WIRES.bedrock.says('Hel'), -9)], 502, true],
    ['a length that was flipped', [damaged(WIRES.bedrock.says('Hel'), 2)], 502, true],
    ['a checksum that was flipped', [damaged(WIRES.bedrock.says('Hel'), -1)], 502, true],
    ['a length of nothing', ['\0'.repeat(16)], 502, true],
    ['a length of two gigabytes', [`\x80${'\0'.repeat(15)}`], 502, true],
  ],
  cohere: [
    ['a refusal', [WIRES.cohere.errorFrame('policy')], 400, false],
    ['a call of nothing', [WIRES.cohere.errorFrame('generation')], 502, false],
    ['a finish of a time-out', [WIRES.cohere.FINISH.replace('COMPLETE', 'TIMEOUT')], 524, true],
  ],
  gemini: [
    ['a malformed call', [WIRES.gemini.errorFrame('generation')], 502, false],
    ['an error in a list', ['data: [{"error":{"status":"UNAVAILABLE"}}]\n\n'], 529, true],
  ],
};

function scriptOf(
  wire: MatrixWire,
  pieces: readonly string[],
  rest: readonly string[],
  isOneRead: boolean,
): Script {
  const last = rest.at(-1);
  const step = last === 'reset' || last === 'end' || last === 'silence' ? last : undefined;
  const texts = step === undefined ? rest : rest.slice(0, -1);
  const all = [...pieces, ...texts];
  return streamOf(wire, isOneRead ? [all.join('')] : all, step);
}

/** Rows 4 to 7: nothing is missing any more. */
const endingsOf = (
  wire: MatrixWire,
): readonly (readonly [what: string, script: Script, micros: number])[] => {
  const { ROLE, says, FINISH, USAGE, END, errorFrame } = wire;
  const stream = (frames: readonly string[], last?: 'reset' | 'end' | 'silence') =>
    streamOf(wire, frames, last);
  const early = wire.endsWithCounts === true ? ESTIMATE : FULL;
  const bare = wire.finishCounts === true ? FULL : ESTIMATE;
  const text = [ROLE, says('Hel')];
  const behindMark: readonly (readonly [string, Script, number])[] = [
    ['the mark without counts', stream([...text, FINISH, END]), ESTIMATE],
    ['silence behind the mark', stream([...text, FINISH, USAGE, END], 'silence'), FULL],
    [
      'frames behind the mark',
      stream([...text, FINISH, USAGE, END, says('Hel'), errorFrame('server')]),
      FULL,
    ],
  ];
  return [
    ['a reset before the counts', stream([...text, FINISH], 'reset'), bare],
    ['an end of the connection before the counts', stream([...text, FINISH], 'end'), bare],
    ['an end before the counts', stream([...text, FINISH]), bare],
    ['a reset before the mark', stream([...text, FINISH, USAGE], 'reset'), FULL],
    ['an end before the mark', stream([...text, FINISH, USAGE]), FULL],
    ['a reset behind the mark', stream([...text, FINISH, USAGE, END], 'reset'), FULL],
    ['counts before the text', stream([USAGE, ...text, FINISH, END]), early],
    [
      'counts in every frame',
      stream([USAGE, ROLE, USAGE, says('Hel'), USAGE, FINISH, USAGE, END]),
      FULL,
    ],
    ...(END === '' ? [] : behindMark),
  ];
};

const JSON_TYPE = { 'content-type': 'application/json' };

/** Row 24: a good answer in one piece, in odd ways. */
const bodiesOf = (text: string): Readonly<Record<string, string>> => ({
  'as it is': text,
  'behind blank lines': `\n\n  ${text}`,
  'behind a byte order mark': `\ufeff${text}`,
  'with a prototype': text.replace('{', '{"__proto__":{"error":{"code":500}},'),
  'with a member twice': text.replace('{', '{"choices":[],"candidates":[],'),
  'with half a surrogate': text.replace('{', '{"x":"\\ud800",'),
});

const brokenBodiesOf = (text: string): Readonly<Record<string, Script>> => {
  const long = { ...JSON_TYPE, 'content-length': String(text.length + 9) };
  const exact = { ...JSON_TYPE, 'content-length': String(text.length) };
  return {
    'with more behind it': answer(200, `${text} x`, JSON_TYPE),
    'nested without end': answer(200, '['.repeat(10_000), JSON_TYPE),
    'shorter than its length': [{ write: head(200, long) }, { write: text }, 'end'],
    'reset in the middle': [{ write: head(200, exact) }, { write: text.slice(0, 20) }, 'reset'],
  };
};

// The names of a table are its keys.
for (const [column, wire] of (Object.keys(WIRES) as WireName[]).entries()) {
  const broken = WIRES[wire];

  describe(`after the first output over ${wire}`, () => {
    const places = inTurn(
      placesOf(broken).flatMap((place) => SETTINGS.map((setting) => [place, setting] as const)),
    );
    for (const [what, rest, code, counts] of [
      ...rowsFor(column, breaksOf(broken)),
      ...OWN_BREAKS[wire],
    ]) {
      for (const isOneRead of [false, true]) {
        for (const [[where, pieces, read], setting] of places()) {
          const script = scriptOf(broken, pieces, rest, isOneRead);
          const how = isOneRead ? ', in one read' : '';
          const fault = { what: `${what} ${where}${how}`, script, code, counts, ...read };
          itSurvives(fault, true, wire, [setting]);
        }
      }
    }
  });

  describe(`after the finish over ${wire}`, () => {
    for (const [what, script, micros] of rowsFor(column, endingsOf(broken))) {
      for (const [streamed, setting] of ways()) {
        itSurvives({ what, script, micros, said: 'Hel' }, streamed, wire, [setting]);
      }
    }
  });

  describe(`an answer in one piece over ${wire}`, () => {
    const text = JSON.stringify(broken.whole);
    for (const [what, body] of rowsFor(column, Object.entries(bodiesOf(text)))) {
      const fault = { what, script: answer(200, body, JSON_TYPE), said: 'Hel', micros: FULL };
      for (const [streamed, setting] of ways()) itSurvives(fault, streamed, wire, [setting]);
    }
    for (const [what, script] of rowsFor(column, Object.entries(brokenBodiesOf(text)))) {
      for (const [streamed, setting] of ways()) {
        itSurvives({ what, script, status: 502, counts: true }, streamed, wire, [setting]);
      }
    }
  });
}
