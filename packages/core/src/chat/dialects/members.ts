import type { JsonObject } from '../../json-value.ts';

type Given<Members> = { [Key in keyof Members]?: NonNullable<Members[Key]> };

/** Returns the members that have a value: clients write null for "not given". */
export function given<Members extends object>(members: Members): Given<Members> {
  const kept: Given<Members> = {};
  for (const key in members) {
    const value = members[key];
    if (value !== undefined && value !== null) kept[key] = value;
  }
  return kept;
}

/** Returns the members of other names, unchanged. */
export function without(members: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.has(name)));
}

/** Returns `{ extras }` for members of other names; nothing where there are none. */
export function extrasOf(
  members: JsonObject,
  names: ReadonlySet<string>,
): { readonly extras?: JsonObject } {
  const extras = without(members, names);
  return Object.keys(extras).length === 0 ? {} : { extras };
}

/** Returns the words of the lines as a set. */
export function wordSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
