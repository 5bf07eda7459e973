import { parseRegex } from './parse-regex.ts';
import { buildProgram, sizeOf } from './program.ts';
import { search } from './search.ts';

export type RegexReading =
  /** `matches` tells whether the expression is found anywhere in a text. */
  | { readonly ok: true; readonly matches: (text: string) => boolean }
  /** The end of a sentence: "must be …", "must not …". */
  | { readonly ok: false; readonly problem: string };

const LONGEST = 500;
const MOST_STEPS = 1000;

/**
 * Compiles a regular expression whose search takes time in proportion to the text, whatever the
 * expression: JavaScript's own engine takes exponential time for some, and these come from clients.
 * The language is JavaScript's with the flag `u`, without look-around and back references, which
 * have no linear-time search; `{n,m}` counts as that many copies. The `flags` `i`, `m` and `s` mean
 * what they mean in JavaScript; others are ignored. Source: contract §5.4.
 */
export function compileRegex(pattern: string, flags = ''): RegexReading {
  if (pattern === '') return refuse('must not be empty');
  if (pattern.length > LONGEST) return refuse(`must be at most ${LONGEST} characters long`);
  if (!isJavaScriptRegex(pattern)) return refuse('must be a regular expression');
  const reading = parseRegex(pattern, flags);
  if (!reading.ok) return refuse(`must not use ${reading.unsupported}`);
  const size = sizeOf(reading.node);
  if (size > MOST_STEPS) return refuse(`must have at most ${MOST_STEPS} steps, its {} spelled out`);
  const program = buildProgram(reading.node);
  return { ok: true, matches: (text) => search(program, text) };
}

/** Checks with the engine itself, so that our parser only receives well-formed expressions. */
function isJavaScriptRegex(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').unicode;
  } catch {
    return false;
  }
}

function refuse(problem: string): RegexReading {
  return { ok: false, problem };
}
