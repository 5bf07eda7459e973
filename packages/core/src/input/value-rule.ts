import { isJsonObject } from '../json-value.ts';
import { didYouMean } from './did-you-mean.ts';
import { kindOf, quoteValue } from './quote.ts';

/** What a value given by a program has to be: as a check, and as the end of a sentence. */
export interface ValueRule {
  /** Follows "must be", for example `eu or us`. */
  readonly must: string;
  readonly holds: (value: unknown) => boolean;
  /** Ends the sentence about a value, for example `; did you mean "us"?`. */
  readonly hint?: (value: unknown) => string;
  /** Whether the value is secret, so that errors name only its kind. */
  readonly isSecret?: boolean;
}

/** Throws `TypeError` with one sentence for a value that breaks its rule. */
export function checkValue(place: string, value: unknown, rule: ValueRule): void {
  if (rule.holds(value)) return;
  const given = rule.isSecret === true ? kindOf(value) : quoteValue(value);
  throw new TypeError(`${place} must be ${rule.must}, got ${given}${rule.hint?.(value) ?? ''}`);
}

/** For what another check looks at, or what may be anything. */
export const ANYTHING: ValueRule = { must: 'anything', holds: () => true };

/** Text that is not empty. */
export const TEXT: ValueRule = {
  must: 'a text',
  holds: (value) => typeof value === 'string' && value !== '',
};

/** A text that may be empty. */
export const ANY_TEXT: ValueRule = { must: 'a text', holds: (value) => typeof value === 'string' };

/** True or false. */
export const FLAG: ValueRule = {
  must: 'true or false',
  holds: (value) => typeof value === 'boolean',
};

/** An object that is not a list. */
export const OBJECT: ValueRule = { must: 'an object', holds: isJsonObject };

/** A function. */
export const FUNCTION: ValueRule = {
  must: 'a function',
  holds: (value) => typeof value === 'function',
};

/** Milliseconds, bytes, and other amounts that may be infinite. */
export const AMOUNT: ValueRule = {
  must: 'a number from 0 on',
  holds: (value) => typeof value === 'number' && value >= 0,
};

/** An HTTP client. `fetch`, which takes other arguments, would fail with each request. */
export const HTTP_CLIENT: ValueRule = {
  must: 'an HTTP client, such as createGuardedHttpClient() of @model-gateway/egress, and not fetch',
  holds: (value) => typeof value === 'function' && value !== globalThis.fetch,
};

/** A clock. */
export const CLOCK: ValueRule = {
  must: 'a Clock, such as systemClock',
  holds: (value) => hasMethods(value, ['now', 'after']),
};

/** A list, a set, or anything else that `for … of` takes, and not a text. */
export const ITERABLE: ValueRule = {
  must: 'a list',
  holds: (value) =>
    typeof value === 'object' &&
    value !== null &&
    Symbol.iterator in value &&
    typeof value[Symbol.iterator] === 'function',
};

/** A list of texts. */
export const TEXTS: ValueRule = {
  must: 'a list of texts',
  holds: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
};

/** An object whose members are all texts, such as headers. */
export const TEXT_MEMBERS: ValueRule = {
  must: 'an object of texts',
  holds: (value) =>
    isJsonObject(value) && Object.values(value).every((member) => typeof member === 'string'),
};

/** Returns the rule for one of these values. */
export function oneOf(...choices: readonly unknown[]): ValueRule {
  const words = choices.filter((choice) => typeof choice === 'string');
  return {
    must: inWords(choices),
    holds: (value) => choices.includes(value),
    hint: (value) => (typeof value === 'string' ? didYouMean(value, words) : ''),
  };
}

/** Returns the rule that takes what either rule takes. */
export function either(one: ValueRule, other: ValueRule): ValueRule {
  return {
    must: `${one.must} or ${other.must}`,
    holds: (value) => one.holds(value) || other.holds(value),
    isSecret: one.isSecret === true || other.isSecret === true,
  };
}

/** Returns the rule whose errors do not repeat the value. */
export function secret(rule: ValueRule): ValueRule {
  return { ...rule, isSecret: true };
}

/** Returns the rule for an object with these methods; `must` names it and where to get one. */
export function withMethods(must: string, ...methods: readonly string[]): ValueRule {
  return { must, holds: (value) => hasMethods(value, methods) };
}

/** Returns whether a value is an object or a function with all of these methods. */
export function hasMethods(value: unknown, methods: readonly string[]): boolean {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  // Any object has such a member or not; what it holds is looked at.
  const members = value as Readonly<Record<string, unknown>>;
  return methods.every((name) => typeof members[name] === 'function');
}

/** Returns the rule for a list of at least one item, each of which obeys the given rule. */
export function listOf({ must, holds }: ValueRule, sentence = `a list, each ${must}`): ValueRule {
  return {
    must: sentence,
    holds: (value) => Array.isArray(value) && value.length > 0 && value.every(holds),
  };
}

/** Returns the rule for text that matches a pattern, which `must` puts in words. */
export function matching(pattern: RegExp, must: string): ValueRule {
  return { must, holds: (value) => typeof value === 'string' && pattern.test(value) };
}

/** Returns the rule for a whole number in a range, both ends included. */
export function wholeFrom(least: number, most = Infinity): ValueRule {
  return {
    must: `a whole number from ${least}${most === Infinity ? '' : ` to ${most}`}`,
    holds: (value) =>
      Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  };
}

/** Returns the rule for a number in a range, both ends included. */
export function numberFrom(least: number, most = Infinity): ValueRule {
  return {
    must: most === Infinity ? `a number from ${least}` : `a number from ${least} to ${most}`,
    holds: (value) => typeof value === 'number' && value >= least && value <= most,
  };
}

/** `a, b or c`. */
function inWords(choices: readonly unknown[]): string {
  const words = choices.map(String);
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');
}
