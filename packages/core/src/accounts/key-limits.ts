import { kindOf, quoteValue } from '../input/quote.ts';
import { formatDecimal, parseDecimal, ZERO } from '../money/decimal.ts';
import type { KeyLimits } from '../ports/key-store.ts';

/** The limits of a key that has none. */
export const NO_LIMITS: KeyLimits = Object.freeze({
  usd: null,
  reset: null,
  requestsPerMinute: null,
  tokensPerMinute: null,
});

/**
 * Says what keeps a value from being the limits of a key; undefined for limits. Names the member as
 * `limits.usd`, and what is wrong by its kind unless `show` says more. Source: contract §2.8.
 */
export function limitsProblem(
  value: unknown,
  show: (value: unknown) => string = kindOf,
): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return `limits must be an object such as NO_LIMITS, got ${show(value)}`;
  }
  for (const [name, { accepts, expected }] of RULES) {
    // Any object has such a member or not; what it holds is not known yet.
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (member === null || accepts(member)) continue;
    return `limits.${name} must be ${expected}, or null, got ${show(member)}`;
  }
  const unknown = Object.keys(value).find((name) => !LIMIT_NAMES.has(name));
  if (unknown === undefined) return undefined;
  return `limits has ${[...LIMIT_NAMES].join(', ')}, got ${quoteValue(unknown)}`;
}

/**
 * Returns all limits of a key, from those that differ from `NO_LIMITS`; `usd` without needless zeros.
 * Throws a `TypeError` for anything else, also for a member that is undefined: a missing limit must
 * not become none.
 */
export function toKeyLimits(given: Partial<KeyLimits>, base: KeyLimits = NO_LIMITS): KeyLimits {
  // Anything else spreads to nothing, which would pass for no limits.
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const problem = limitsProblem(isObject ? { ...base, ...given } : given, quoteValue);
  if (problem !== undefined) throw new TypeError(problem);
  const limits: KeyLimits = { ...base, ...given };
  const { usd } = limits;
  return { ...limits, usd: usd === null ? null : formatDecimal(parseDecimal(usd) ?? ZERO) };
}

/** What a member of a record must be, in words too. */
export interface MemberRule {
  readonly accepts: (value: unknown) => boolean;
  readonly expected: string;
}

/** 36 digits hold any price, and a longer text would cost more than a limit is worth. */
const USD = /^\d{1,18}(\.\d{1,18})?$/;
const RESETS: readonly unknown[] = ['daily', 'weekly', 'monthly'];
const COUNT: MemberRule = {
  accepts: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  expected: 'a whole number of 1 or more',
};

const LIMITS: Readonly<Record<keyof KeyLimits, MemberRule>> = {
  usd: {
    accepts: (value) => typeof value === 'string' && USD.test(value),
    expected: 'USD as plain digits such as "20" or "0.5"',
  },
  reset: {
    accepts: (value) => RESETS.includes(value),
    expected: '"daily", "weekly" or "monthly"',
  },
  requestsPerMinute: COUNT,
  tokensPerMinute: COUNT,
};
const RULES = Object.entries(LIMITS);
const LIMIT_NAMES: ReadonlySet<string> = new Set(Object.keys(LIMITS));
