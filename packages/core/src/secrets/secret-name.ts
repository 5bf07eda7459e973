import { DESTINATION_KINDS, type ConfigMembers } from '../destinations/kinds.ts';
import {
  HARMLESS_NAMES,
  PASSWORD_WORDS,
  SECRET_ENDINGS,
  SECRET_LAST_WORDS,
} from '../secret-words.ts';

/**
 * Returns whether a name (of a member, a query parameter, a header or an element) marks its value
 * as a secret: `apiKey`, `X-Amz-Signature`, `client_secret`, and every secret config member of a
 * destination. A bare `key`, which is a common member, does not. Source: contract §5.1.
 */
export function isSecretName(name: string): boolean {
  if (SECRET_CONFIG_MEMBERS.has(name)) return true;
  const words = wordsOfName(name);
  const joined = words.join('');
  if (joined === 'key' || HARMLESS_NAMES.has(joined)) return false;
  return SECRET_LAST_WORDS.has(words.at(-1) ?? '') || SECRET_ENDINGS.test(joined);
}

/**
 * Returns whether the name of a query parameter or form field marks a secret; here a bare `key` and
 * OAuth's `code` do.
 */
export function isSecretParameter(name: string): boolean {
  return isSecretName(name) || name === 'key' || name === 'code';
}

/**
 * Returns whether the value of that name is secret whatever its type: a number may be a password,
 * too.
 */
export function isPasswordName(name: string): boolean {
  return PASSWORD_WORDS.has(wordsOfName(name).at(-1) ?? '');
}

/** Splits a name into words, in lower case: `X-Api_keyID` → `x`, `api`, `key`, `id`. */
export function wordsOfName(name: string): readonly string[] {
  return name
    .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const SECRET_CONFIG_MEMBERS: ReadonlySet<string> = new Set(
  Object.values<ConfigMembers>(DESTINATION_KINDS).flatMap((members) =>
    Object.entries(members).flatMap(([name, { secret }]) => (secret ? [name] : [])),
  ),
);
