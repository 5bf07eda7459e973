/** Returns a name as JSON spells it: `rateLimit` becomes `rate_limit`. */
export function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The type of a name in snake case. */
export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** Returns a name as code spells it: `rate_limit` becomes `rateLimit`. */
export function toCamelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the same members under other names, with unchanged values. */
export function renameKeys(
  members: object,
  rename: typeof toSnakeCase | typeof toCamelCase,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [rename(name), value]));
}
