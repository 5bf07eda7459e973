import { ConfigError } from './config-error.ts';
import type { ConfigDocument } from './config-document.ts';
import { positionOf } from './place.ts';

/** The name of a member: its keys from the root. */
export type MemberKeys = readonly (string | number)[];

/** What is wrong with the member at `keys`, in a sentence that names it. */
export interface MemberProblem {
  readonly keys: MemberKeys;
  readonly message: string;
}

/** Where a configuration comes from. */
export interface ConfigOrigin {
  /** The file's name as the user gave it. */
  readonly source: string;
  /** Undefined for a configuration that is not a file. */
  readonly document?: ConfigDocument | undefined;
  /** The environment variables that gave members, by the members' names. */
  readonly variables?: ReadonlyMap<string, string> | undefined;
}

/** Throws `ConfigError` with every problem where it is written, unless there is none. */
export function requireNoProblems(
  problems: readonly MemberProblem[],
  { source, document, variables }: ConfigOrigin,
  more = 0,
): void {
  if (problems.length === 0) return;
  const placed = problems.map(({ keys, message }) => {
    const variable = variables?.get(memberName(keys));
    if (variable !== undefined) return { message: `${message} (from ${variable})` };
    return { ...(document && positionOf(document.place, keys)), message };
  });
  throw new ConfigError(source, placed, more);
}

/** `providers[1].apiKey` for `['providers', 1, 'apiKey']`. */
export function memberName(keys: MemberKeys): string {
  return keys
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');
}
