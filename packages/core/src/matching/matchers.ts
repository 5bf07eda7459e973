import { isJsonObject, isSameJson, type JsonObject } from '../json-value.ts';
import { hashKey } from '../secrets/hash-key.ts';

/** A condition in place of a value, written `{ <name>: <argument> }`. */
export interface Matcher {
  /** Describes a valid argument. */
  readonly takes: string;
  readonly admits: (argument: unknown) => boolean;
  /** Whether a value is as the argument says; an absent value is `undefined`. */
  readonly accepts: (value: unknown, argument: unknown, inner: InnerPatterns) => boolean;
}

/** What matchers need of the patterns inside their arguments. */
export interface InnerPatterns {
  readonly isLike: (value: unknown, pattern: unknown) => boolean;
  /** Whether an object has members like these, whatever else it has. */
  readonly hasMembers: (value: JsonObject, patterns: JsonObject) => boolean;
  /** Whether a text holds the regular expression of the matcher. */
  readonly isFoundIn: (text: string) => boolean;
}

/** Every matcher by its name. */
export const MATCHERS = {
  /** Anything but an absent value. */
  any: {
    takes: 'true',
    admits: (argument) => argument === true,
    accepts: (value) => value !== undefined,
  },
  /** Text with this text in it, or a list with an item like this. */
  contains: {
    takes: 'text of at least one character, or the pattern of an item of a list',
    admits: (argument) => argument !== '' && argument !== undefined,
    accepts(value, argument, { isLike }) {
      if (Array.isArray(value)) return value.some((item) => isLike(item, argument));
      return typeof value === 'string' && isPlain(argument) && value.includes(String(argument));
    },
  },
  /** One of these values. */
  oneOf: {
    takes: 'a list of at least one value',
    admits: (argument) => Array.isArray(argument) && argument.length > 0,
    accepts: (value, argument) =>
      Array.isArray(argument) && argument.some((each) => isSameJson(value, each)),
  },
  /** An object with at least these members. */
  including: {
    takes: 'an object',
    admits: isJsonObject,
    accepts: (value, argument, { hasMembers }) =>
      isJsonObject(value) && isJsonObject(argument) && hasMembers(value, argument),
  },
  /** Text in which this regular expression is found. */
  matches: {
    takes: 'a regular expression',
    admits: (argument) => typeof argument === 'string',
    accepts: (value, _argument, { isFoundIn }) => typeof value === 'string' && isFoundIn(value),
  },
  /** No value at all. */
  absent: {
    takes: 'true',
    admits: (argument) => argument === true,
    accepts: (value) => value === undefined,
  },
  /** Text with this SHA-256 digest. */
  sha256: {
    takes: '64 hex digits in lower case',
    admits: (argument) => typeof argument === 'string' && /^[0-9a-f]{64}$/.test(argument),
    accepts: (value, argument) => typeof value === 'string' && hashKey(value) === argument,
  },
  /** Exactly this value, nothing in which is a matcher. */
  equals: {
    takes: 'any value, meant literally',
    admits: () => true,
    accepts: (value, argument) => isSameJson(value, argument),
  },
} as const satisfies Readonly<Record<string, Matcher>>;

/** The name of a matcher: `contains`, for example. */
export type MatcherName = keyof typeof MATCHERS;

/** A matcher that stands for a value. */
export interface MatcherUse {
  readonly name: MatcherName;
  readonly kind: Matcher;
  readonly argument: unknown;
  /** The flags of `matches`, as they were given. */
  readonly flags: unknown;
  /** The object that the matcher is. */
  readonly pattern: JsonObject;
}

/**
 * Returns the matcher that a pattern is: an object whose only member has a matcher's name. Beside
 * `matches` there may be `flags`.
 */
export function matcherIn(pattern: unknown): MatcherUse | undefined {
  if (!isJsonObject(pattern)) return undefined;
  const [name, ...others] = Object.keys(pattern);
  if (name === undefined || others.length > 1) return undefined;
  if (others.length === 1) return Object.hasOwn(pattern, 'flags') ? matchesIn(pattern) : undefined;
  if (!Object.hasOwn(MATCHERS, name)) return undefined;
  // The table has it.
  const known = name as MatcherName;
  return { name: known, kind: MATCHERS[known], argument: pattern[name], flags: undefined, pattern };
}

function matchesIn(pattern: JsonObject): MatcherUse | undefined {
  if (!Object.hasOwn(pattern, 'matches')) return undefined;
  const { matches: argument, flags } = pattern;
  return { name: 'matches', kind: MATCHERS.matches, argument, flags, pattern };
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value !== 'object' && typeof value !== 'function' && value !== undefined;
}
