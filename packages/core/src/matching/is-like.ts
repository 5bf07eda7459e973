import { isJsonObject, type JsonObject } from '../json-value.ts';
import { matcherIn, type MatcherUse } from './matchers.ts';
import { regexOf } from './matcher-regex.ts';

/** Whether an object may have members that a pattern does not name: with `partial` it may. */
export type ObjectMatching = 'partial' | 'exact';

/**
 * Returns whether a JSON value is like a pattern: a literal value, a matcher in its place, or an
 * object or a list that holds patterns. In code `undefined` stands for an absent value, a RegExp
 * for text in which it is found, and a function for a predicate of a value that exists. Throws
 * for a predicate that does not answer with true or false.
 */
export function isLike(value: unknown, pattern: unknown, objects: ObjectMatching): boolean {
  if (pattern === undefined) return value === undefined;
  if (typeof pattern === 'function') return value !== undefined && holds(pattern, value);
  if (pattern instanceof RegExp) return typeof value === 'string' && value.search(pattern) !== -1;
  const matcher = matcherIn(pattern);
  if (matcher !== undefined) return isAccepted(value, matcher, objects);
  if (Array.isArray(pattern)) {
    return (
      Array.isArray(value) &&
      value.length === pattern.length &&
      pattern.every((item, index) => isLike(value[index], item, objects))
    );
  }
  if (!isJsonObject(pattern)) return Object.is(value, pattern);
  if (!isJsonObject(value) || !hasMembers(value, pattern, objects)) return false;
  return objects === 'partial' || Object.keys(value).every((name) => Object.hasOwn(pattern, name));
}

function hasMembers(value: JsonObject, patterns: JsonObject, objects: ObjectMatching): boolean {
  return Object.entries(patterns).every(([name, pattern]) =>
    isLike(Object.hasOwn(value, name) ? value[name] : undefined, pattern, objects),
  );
}

function isAccepted(
  value: unknown,
  { kind, argument, pattern }: MatcherUse,
  objects: ObjectMatching,
): boolean {
  return kind.accepts(value, argument, {
    isLike: (inner, wanted) => isLike(inner, wanted, objects),
    hasMembers: (inner, patterns) => hasMembers(inner, patterns, objects),
    isFoundIn: (text) => regexOf(pattern)?.(text) === true,
  });
}

/** Throws for a promise, which would always hold. */
function holds(predicate: object, value: unknown): boolean {
  // Every predicate takes one value; whether it is of the type that it wants is its own affair.
  const answer = (predicate as (value: unknown) => unknown)(value);
  if (typeof answer === 'boolean') return answer;
  throw new TypeError(`a predicate of where() must return true or false, got ${String(answer)}`);
}
