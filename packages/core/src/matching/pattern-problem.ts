import { compileRegex } from '../destinations/regex/linear-regex.ts';
import { isJsonObject } from '../json-value.ts';
import { matcherIn, type MatcherUse } from './matchers.ts';

/** Says what is wrong with a matcher in a pattern, as a sentence; undefined for a valid pattern. */
export function patternProblem(pattern: unknown): string | undefined {
  const matcher = matcherIn(pattern);
  if (matcher === undefined) return firstProblem(partsOf(pattern));
  const { name, argument } = matcher;
  const own = matcherProblem(matcher);
  if (own !== undefined || name === 'equals' || name === 'oneOf') return own;
  return firstProblem(name === 'including' ? partsOf(argument) : [argument]);
}

/** Says what is wrong with a matcher itself. */
export function matcherProblem(matcher: MatcherUse): string | undefined {
  const { name, kind, argument } = matcher;
  if (name === 'matches') return regexProblem(matcher);
  if (kind.admits(argument)) return undefined;
  return `${name} takes ${kind.takes}, got ${JSON.stringify(argument) ?? 'nothing'}`;
}

function regexProblem({ argument, flags = '', pattern }: MatcherUse): string | undefined {
  const got = `got ${JSON.stringify(pattern)}`;
  if (typeof argument !== 'string') return `matches must be text, ${got}`;
  if (typeof flags !== 'string' || !FLAGS.test(flags)) {
    return `flags must be any of d, g, i, m, s and u, each at most once, got ${JSON.stringify(flags)}`;
  }
  const reading = compileRegex(argument, flags);
  return reading.ok ? undefined : `matches ${reading.problem}, ${got}; ${SUPPORTED}`;
}

const FLAGS = /^(?!.*(.).*\1)[dgimsu]*$/;
const SUPPORTED =
  'supported are the expressions of JavaScript with the flag u that can be searched for in linear time';

function partsOf(pattern: unknown): readonly unknown[] {
  if (Array.isArray(pattern)) return pattern;
  return isJsonObject(pattern) && !(pattern instanceof RegExp) ? Object.values(pattern) : [];
}

function firstProblem(patterns: readonly unknown[]): string | undefined {
  for (const pattern of patterns) {
    const problem = patternProblem(pattern);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
