import { diagnostic } from '../../diagnostics.ts';
import type { AnyOperation } from '../operation-types.ts';
import type { RequestPattern } from '../request-pattern.ts';
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
  try {
    return new RegExp(String(matches), String(flags));
  } catch (cause) {
    throw diagnostic(
      'GW1210',
      `matches must be a regular expression of JavaScript, got ${JSON.stringify(pattern)}`,
      { cause },
    );
  }
}
