import { kindOf, quoteValue } from '../input/quote.ts';
import { checkOptions, optionsNamed } from '../input/check-options.ts';
import { compare, parseDecimal, ZERO } from '../money/decimal.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { AppliedGuardrail, Guardrail } from '../ports/guardrail-store.ts';
import type { Budget } from '../ports/spending.ts';
import { NO_LIMITS, toKeyLimits, type MemberRule } from './key-limits.ts';
import { memberId } from './member-id.ts';

/**
 * Returns a guardrail, checked, its amount without needless zeros. Throws a `TypeError` with one
 * sentence for anything else, also for a member that is left out: what it says must not become less.
 * Source: contract §6.3.
 */
export function toGuardrail(given: Guardrail): Guardrail {
  checkOptions('a guardrail', given, optionsNamed(Object.keys(RULES)));
  for (const [name, { accepts, expected }] of Object.entries(RULES)) {
    const value = given[name as keyof Guardrail];
    if (accepts(value)) continue;
    throw new TypeError(`${name} of a guardrail must be ${expected}, got ${quoteValue(value)}`);
  }
  const { id, accountId, name, allowedModels, allowedProviders, zdr } = given;
  const { usd, reset } = toKeyLimits({ ...NO_LIMITS, usd: given.usd, reset: given.reset });
  if (usd === null && reset !== null) {
    throw new TypeError('reset of a guardrail needs an amount to reset: usd, such as "20"');
  }
  return Object.freeze({
    id,
    accountId,
    name,
    allowedModels: frozen(allowedModels),
    allowedProviders: frozen(allowedProviders),
    zdr,
    usd,
    reset,
  });
}

/**
 * Returns what a store of guardrails returned for a caller, checked. Throws a `TypeError` for anything
 * else, also for a member's amount without an organization, against which nothing would count.
 */
export function toAppliedGuardrail(
  given: AppliedGuardrail,
  { organizationId }: Pick<ApiKey, 'organizationId'>,
): AppliedGuardrail {
  if (typeof given !== 'object' || given === null) {
    throw new TypeError(`expected a guardrail, got ${kindOf(given)}`);
  }
  const { scope, ...guardrail } = given;
  if (scope === 'member' && organizationId === null && guardrail.usd !== null) {
    throw new TypeError('the amount of a member needs an organization, and the key has none');
  }
  if (scope === 'key' || scope === 'member') return { ...toGuardrail(guardrail), scope };
  throw new TypeError(`scope of a guardrail must be "key" or "member", got ${quoteValue(scope)}`);
}

/**
 * Returns the budgets of guardrails: of the key, and of its user as a member. Where several limit the
 * same for the same time, the lowest alone.
 */
export function budgetsOfGuardrails(
  { hash, userId, organizationId }: Pick<ApiKey, 'hash' | 'userId' | 'organizationId'>,
  guardrails: readonly AppliedGuardrail[],
): readonly Budget[] {
  if (guardrails.length === 0) return [];
  const lowest = new Map<string, Budget>();
  for (const guardrail of guardrails) {
    const { scope, usd, reset } = guardrail;
    if (usd === null) continue;
    const id = scope === 'key' ? hash : memberId(organizationId ?? userId, userId);
    const name = `${scope} ${reset}`;
    const known = lowest.get(name);
    if (known !== undefined && !isLess(usd, known.usd)) continue;
    lowest.set(name, { kind: scope, id, usd, reset, guardrail });
  }
  return [...lowest.values()];
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isListOrNull = (value: unknown) =>
  value === null || (Array.isArray(value) && value.length > 0 && value.every(isText));

const TEXT: MemberRule = { accepts: isText, expected: 'a text that is not empty' };
/** Judged with the limits of keys. */
const LIMIT: MemberRule = { accepts: (value) => value !== undefined, expected: 'set, or null' };

const RULES: Readonly<Record<keyof Guardrail, MemberRule>> = {
  id: TEXT,
  accountId: TEXT,
  name: TEXT,
  allowedModels: { accepts: isListOrNull, expected: 'a list of one model id or more, or null' },
  allowedProviders: {
    accepts: isListOrNull,
    expected: 'a list of one slug of a provider or more, or null',
  },
  zdr: { accepts: (value) => typeof value === 'boolean', expected: 'true or false' },
  usd: LIMIT,
  reset: LIMIT,
};

function frozen(list: readonly string[] | null): readonly string[] | null {
  return list && Object.freeze([...list]);
}

function isLess(a: string, b: string): boolean {
  return compare(parseDecimal(a) ?? ZERO, parseDecimal(b) ?? ZERO) < 0;
}
