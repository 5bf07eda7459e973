/**
 * A pattern as it travels: `{"matches": "^red"}` for a RegExp, `{"absent": true}` for undefined.
 * `ofFunction` stands in for a function, which cannot travel, or throws.
 */
export function patternJson(pattern: unknown, ofFunction: () => unknown): unknown {
  if (pattern === undefined) return { absent: true };
  if (typeof pattern === 'function') return ofFunction();
  if (pattern instanceof RegExp) {
    const { source, flags } = pattern;
    return { matches: source, ...(flags !== '' && { flags }) };
  }
  if (Array.isArray(pattern)) return pattern.map((item) => patternJson(item, ofFunction));
  if (typeof pattern !== 'object' || pattern === null) return pattern;
  return patternMembersJson(pattern, ofFunction);
}

/** An object of patterns, member by member. */
export function patternMembersJson(
  patterns: object,
  ofFunction: () => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(patterns).map(([name, pattern]) => [name, patternJson(pattern, ofFunction)]),
  );
}
