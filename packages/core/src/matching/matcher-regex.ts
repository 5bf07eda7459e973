import { compileRegex } from '../destinations/regex/linear-regex.ts';
import { matcherIn } from './matchers.ts';

type Search = (text: string) => boolean;

/** Compiled once for each pattern that asks for it: compiling takes longer than most searches. */
const COMPILED = new WeakMap<object, Search | undefined>();

/** Returns the search of a `matches`; undefined for one that is invalid, which finds nothing. */
export function regexOf(pattern: object): Search | undefined {
  if (!COMPILED.has(pattern)) COMPILED.set(pattern, compiled(pattern));
  return COMPILED.get(pattern);
}

function compiled(pattern: object): Search | undefined {
  const { argument, flags = '' } = matcherIn(pattern) ?? {};
  if (typeof argument !== 'string' || typeof flags !== 'string') return undefined;
  const reading = compileRegex(argument, flags);
  return reading.ok ? reading.matches : undefined;
}
