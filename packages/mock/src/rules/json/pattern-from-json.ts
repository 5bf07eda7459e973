import { compileRegex } from '@model-gateway/core/kit';
import { diagnostic } from '../../diagnostics.ts';
import type { AnyOperation } from '../operation-types.ts';
import type { RequestPattern } from '../request-pattern.ts';
import { LinearRegExp } from './linear-reg-exp.ts';
import type { RuleJson } from './rule-json-schema.ts';

/** The pattern of a rule that came as JSON. Throws GW1210. */
export function requestPatternFromJson(
  where: NonNullable<RuleJson['where']>,
): RequestPattern<AnyOperation> {
  // The schema saw to the members; whatever they hold, requests are compared with it.
  return patternFromJson(where) as RequestPattern<AnyOperation>;
}

/** As in code, and `{"matches": "^red", "flags": "i"}` for a RegExp, `{"absent": true}` for undefined. */
export function patternFromJson(pattern: unknown): unknown {
  if (Array.isArray(pattern)) return pattern.map(patternFromJson);
  if (typeof pattern !== 'object' || pattern === null) return pattern;
  if ('absent' in pattern) return undefined;
  if ('matches' in pattern) return regexOf(pattern);
  return Object.fromEntries(
    Object.entries(pattern).map(([name, member]) => [name, patternFromJson(member)]),
  );
}

function regexOf(pattern: { readonly matches: unknown; readonly flags?: unknown }): RegExp {
  const { matches, flags = '' } = pattern;
  const got = `got ${JSON.stringify(pattern)}`;
  if (typeof matches !== 'string') throw diagnostic('GW1210', `matches must be text, ${got}`);
  if (typeof flags !== 'string' || !FLAGS.test(flags)) {
    const message = `flags must be any of d, g, i, m, s and u, each at most once, got ${JSON.stringify(flags)}`;
    throw diagnostic('GW1210', message);
  }
  const reading = compileRegex(matches, flags);
  if (reading.ok) return new LinearRegExp(matches, flags, reading.matches);
  throw diagnostic('GW1210', `matches ${reading.problem}, ${got}; ${SUPPORTED}`);
}

const FLAGS = /^(?!.*(.).*\1)[dgimsu]*$/;
const SUPPORTED =
  'supported are the expressions of JavaScript with the flag u that can be searched for in linear time';
