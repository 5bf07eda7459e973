import { diagnostic } from '../../diagnostics.ts';
import { patternJson, patternMembersJson } from '../wire/pattern-json.ts';

/** A pattern as it travels. Throws GW1606 for a function. */
export function patternToJson(pattern: unknown): unknown {
  return patternJson(pattern, refuseFunction);
}

/** An object of patterns, member by member. */
export function membersToJson(patterns: object): Record<string, unknown> {
  return patternMembersJson(patterns, refuseFunction);
}

/** Returns the parts of a pattern for requests as JSON; undefined parts are left out. */
export function requestPatternToJson(pattern: object): Record<string, unknown> {
  const parts = Object.entries(pattern).filter(([, part]) => part !== undefined);
  return membersToJson(Object.fromEntries(parts));
}

function refuseFunction(): never {
  throw diagnostic(
    'GW1606',
    'a function cannot be sent to the mock: use a RegExp, { contains: … } or the members that matter',
  );
}
