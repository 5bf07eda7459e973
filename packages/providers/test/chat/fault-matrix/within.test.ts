import { describe } from 'node:test';
import { answer, head, stream } from '../../scripts.ts';
import type { Script } from '../../scripted-upstream.ts';
import {
  CALL,
  chunk,
  END,
  errorFrame,
  ESTIMATE,
  FINISH,
  FULL,
  itSurvives,
  REASONING,
  ROLE,
  TEXT,
  USAGE,
  type Fault,
} from './faults.ts';

/** Where a stream breaks: what was sent, what the client has read, and what that costs. */
const PLACES: readonly (readonly [where: string, pieces: readonly string[], Partial<Fault>])[] = [
  ['in the text', [ROLE, TEXT], { said: 'Hel', micros: ESTIMATE }],
  ['in the reasoning', [ROLE, REASONING], { said: 'Hm', micros: ESTIMATE }],
  // Its arguments are incomplete, and so is the call.
  ['in the arguments of a call', [ROLE, CALL], { said: 'f{"a":', micros: 18 }],
];

/** Rows 3, 6, 9 to 13 and 28: what breaks it, the code of the error, and who is to blame. */
const BREAKS: readonly (readonly [
  what: string,
  /** Frames, and last a step of the connection: `reset`, `end` or `silence`. */
  rest: readonly string[],
  code: number,
  counts: boolean,
])[] = [
  ['a reset', ['reset'], 502, true],
  ['an end of the connection', ['end'], 502, true],
  ['an end of the answer', [], 502, true],
  ['half a frame and a reset', ['data: {"choi', 'reset'], 502, true],
  ['half a frame and the end', ['data: {"choi'], 502, true],
  ['the mark without a finish', [END], 502, true],
  ['silence', ['silence'], 524, true],
  ['nothing but comments', [': ping\n\n', ': ping\n\n', 'silence'], 524, true],
  ['an overload', [errorFrame({ code: 503, message: 'x' })], 529, true],
  ['a server error', [errorFrame({ code: 'server_error', message: 'x' }), END], 502, true],
  ['a rate limit', [errorFrame({ code: 429, message: 'x' })], 429, false],
  ['an error as a text', [errorFrame('Crashed')], 502, true],
  ['an event of the name', ['event: error\ndata: {"message":"x"}\n\n'], 502, true],
  ['a refusal', [errorFrame({ code: 'content_policy_violation', message: 'x' })], 400, false],
  ['too long a context', [errorFrame({ code: 'context_length_exceeded' })], 400, false],
  ['a refused parameter', [errorFrame({ code: 'invalid_value', message: 'x' })], 400, false],
  ['a frame that is no JSON', ['data: oops\n\n'], 502, true],
  ['null', ['data: null\n\n'], 502, true],
  ['a list', ['data: [1]\n\n'], 502, true],
  ['a text', ['data: "x"\n\n'], 502, true],
  ['a frame of another kind', ['data: {"a":1}\n\n'], 502, true],
  ['a finish of a failure', [chunk({}, 'error'), END], 502, true],
];

/** Sends the pieces one by one, or all of them at once. */
function scriptOf(pieces: readonly string[], rest: readonly string[], isOneRead: boolean): Script {
  const last = rest.at(-1);
  const step = last === 'reset' || last === 'end' || last === 'silence' ? last : undefined;
  const texts = step === undefined ? rest : rest.slice(0, -1);
  const all = [...pieces, ...texts];
  return stream(isOneRead ? [all.join('')] : all, step);
}

describe('after the first output', () => {
  for (const [where, pieces, read] of PLACES) {
    for (const [what, rest, code, counts] of BREAKS) {
      for (const isOneRead of [false, true]) {
        const script = scriptOf(pieces, rest, isOneRead);
        const how = isOneRead ? ', in one read' : '';
        itSurvives({ what: `${what} ${where}${how}`, script, code, counts, ...read }, true);
      }
    }
  }
});

const HALF_USAGE = USAGE.slice(0, 40);

/** Rows 4 to 7: nothing is missing any more. */
const ENDINGS: readonly (readonly [what: string, script: Script, micros: number])[] = [
  ['a reset before the counts', stream([ROLE, TEXT, FINISH], 'reset'), ESTIMATE],
  ['an end of the connection before the counts', stream([ROLE, TEXT, FINISH], 'end'), ESTIMATE],
  ['an end before the counts', stream([ROLE, TEXT, FINISH]), ESTIMATE],
  ['the mark without counts', stream([ROLE, TEXT, FINISH, END]), ESTIMATE],
  ['half of the counts and a reset', stream([ROLE, TEXT, FINISH, HALF_USAGE], 'reset'), ESTIMATE],
  ['half of the counts and the end', stream([ROLE, TEXT, FINISH, HALF_USAGE]), ESTIMATE],
  ['half of the mark and the end', stream([ROLE, TEXT, FINISH, USAGE, 'data: [DO']), FULL],
  ['a reset before the mark', stream([ROLE, TEXT, FINISH, USAGE], 'reset'), FULL],
  ['an end before the mark', stream([ROLE, TEXT, FINISH, USAGE]), FULL],
  ['a reset behind the mark', stream([ROLE, TEXT, FINISH, USAGE, END], 'reset'), FULL],
  ['silence behind the mark', stream([ROLE, TEXT, FINISH, USAGE, END], 'silence'), FULL],
  [
    'frames behind the mark',
    stream([ROLE, TEXT, FINISH, USAGE, END, TEXT, errorFrame({ code: 500 })]),
    FULL,
  ],
  ['counts before the text', stream([USAGE, ROLE, TEXT, FINISH, END]), FULL],
  ['counts in every frame', stream([USAGE, ROLE, USAGE, TEXT, USAGE, FINISH, USAGE, END]), FULL],
];

describe('after the finish', () => {
  for (const [what, script, micros] of ENDINGS) {
    for (const streamed of [true, false])
      itSurvives({ what, script, micros, said: 'Hel' }, streamed);
  }
});

describe('an answer in one piece', () => {
  const whole = {
    choices: [{ message: { role: 'assistant', content: 'Hel' }, finish_reason: 'stop' }],
  };
  const counted = { ...whole, usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 } };
  const type = { 'content-type': 'application/json' };
  const text = JSON.stringify(counted);
  const bodies: Readonly<Record<string, string>> = {
    'as it is': text,
    'behind blank lines': `\n\n  ${text}`,
    'behind a byte order mark': `\ufeff${text}`,
    'with a prototype': text.replace('{', '{"__proto__":{"error":{"code":500}},'),
    'with a member twice': text.replace('{', '{"choices":[],'),
    'with half a surrogate': text.replace('{', '{"x":"\\ud800",'),
  };
  for (const [what, body] of Object.entries(bodies)) {
    const fault = { what, script: answer(200, body, type), said: 'Hel', micros: FULL };
    for (const streamed of [true, false]) itSurvives(fault, streamed);
  }
  const broken: Readonly<Record<string, Script>> = {
    'with more behind it': answer(200, `${text} x`, type),
    'nested without end': answer(200, '['.repeat(10_000), type),
    'shorter than its length': [
      { write: head(200, { ...type, 'content-length': String(text.length + 9) }) },
      { write: text },
      'end',
    ],
    'reset in the middle': [
      { write: head(200, { ...type, 'content-length': String(text.length) }) },
      { write: text.slice(0, 20) },
      'reset',
    ],
  };
  for (const [what, script] of Object.entries(broken)) {
    for (const streamed of [true, false]) {
      itSurvives({ what, script, status: 502, counts: true }, streamed);
    }
  }
});
