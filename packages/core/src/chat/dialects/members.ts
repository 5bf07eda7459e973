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

/** Returns the members with other names that have a value, unchanged. */
export function without(members: JsonObject, names: ReadonlySet<string>): JsonObject {
  return othersIn(members, names) ?? {};
}

/** Returns the same as `{ extras }`, or an empty object without any. */
export function extrasOf(
  members: JsonObject,
  names: ReadonlySet<string>,
): { readonly extras?: JsonObject } {
  const extras = othersIn(members, names);
  return extras === undefined ? {} : { extras };
}

/** Returns the members with other names that have a value; undefined without any. */
export function othersIn(members: JsonObject, names: ReadonlySet<string>): JsonObject | undefined {
  // Most objects have none.
  if (!hasOthers(members, names)) return undefined;
  return Object.fromEntries(
    Object.entries(members).filter(([name, value]) => isOther(name, value, names)),
  );
}

function hasOthers(members: JsonObject, names: ReadonlySet<string>): boolean {
  for (const name in members) if (isOther(name, members[name], names)) return true;
  return false;
}

function isOther(name: string, value: unknown, names: ReadonlySet<string>): boolean {
  return value !== undefined && value !== null && !names.has(name);
}

/** Returns a member that is a text; undefined for any other. */
export function textIn(members: JsonObject, name: string): string | undefined {
  const value = members[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the words of the lines as a set, for readable lists. */
export function wordSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
