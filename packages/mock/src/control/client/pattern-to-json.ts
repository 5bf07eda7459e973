import { diagnostic } from '../../diagnostics.ts';

/**
 * A pattern as it travels: `{"matches": "^red"}` for a RegExp, `{"absent": true}` for undefined.
 * Throws GW1606 for a function.
 */
export function patternToJson(pattern: unknown): unknown {
  if (pattern === undefined) return { absent: true };
  if (typeof pattern === 'function') {
    throw diagnostic(
      'GW1606',
      'a function cannot be sent to the mock: use a RegExp, { contains: … } or the members that matter',
    );
  }
  if (pattern instanceof RegExp) {
    const { source, flags } = pattern;
    return { matches: source, ...(flags !== '' && { flags }) };
  }
  if (Array.isArray(pattern)) return pattern.map(patternToJson);
  if (typeof pattern !== 'object' || pattern === null) return pattern;
  return membersToJson(pattern);
}

/** An object of patterns, member by member. */
export function membersToJson(patterns: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(patterns).map(([name, pattern]) => [name, patternToJson(pattern)]),
  );
}

/** Returns the parts of a pattern for requests as JSON; undefined parts are left out. */
export function requestPatternToJson(pattern: object): Record<string, unknown> {
  const parts = Object.entries(pattern).filter(([, part]) => part !== undefined);
  return membersToJson(Object.fromEntries(parts));
}
