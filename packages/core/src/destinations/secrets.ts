import { isJsonObject, type JsonObject } from '../json-value.ts';
import { configMembersOf, isSecretMember, type ConfigMembers } from './kinds.ts';

/** Where in a config something is: names of members and positions in lists. */
export type ConfigPath = readonly (string | number)[];

/** What takes the place of a secret; `undefined` leaves the member out. */
export type ReplaceSecret = (value: unknown, path: ConfigPath) => unknown;

/**
 * A copy of the config with each of its secrets, at every depth, replaced. Secret are the members
 * that the kind calls so, the values of headers, and elsewhere members with a name like a secret's.
 * Source: contract §5.1.
 */
export function replaceSecrets(
  type: string,
  config: JsonObject,
  replace: ReplaceSecret,
): Record<string, unknown> {
  return inMembers(config, configMembersOf(type), replace, []);
}

/** The same for a value inside a config, where no kind describes the members. */
export function replaceNestedSecrets(
  value: unknown,
  replace: ReplaceSecret,
  path: ConfigPath = [],
): unknown {
  if (Array.isArray(value)) {
    return value.map((item, i) => replaceNestedSecrets(item, replace, [...path, i]));
  }
  return isJsonObject(value) ? inMembers(value, UNKNOWN, replace, path) : value;
}

/** The members with other values; one that becomes undefined is left out. */
export function mapMembers(
  object: JsonObject,
  change: (name: string, value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object)
      .map(([name, value]) => [name, change(name, value)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

/** Members inside an object that no kind describes. */
const UNKNOWN: ConfigMembers = {};

function inMembers(
  object: JsonObject,
  members: ConfigMembers,
  replace: ReplaceSecret,
  path: ConfigPath,
): Record<string, unknown> {
  return mapMembers(object, (name, value) => {
    const here = [...path, name];
    if (name === 'headers' && isJsonObject(value)) {
      return mapMembers(value, (header, text) => replace(text, [...here, header]));
    }
    if (isSecretMember(members, name)) return replace(value, here);
    return replaceNestedSecrets(value, replace, here);
  });
}
