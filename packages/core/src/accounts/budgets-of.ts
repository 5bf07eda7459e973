import { compare, formatDecimal, parseDecimal, subtract, ZERO, add } from '../money/decimal.ts';
import type { ApiKey, LimitReset } from '../ports/key-store.ts';
import type { Budget, Spender, Spent, Subject } from '../ports/spending.ts';
import { canonicalId } from './canonical-id.ts';
import { memberId } from './member-id.ts';

/** Returns who spends when this key does, by the ids of budgets. */
export function spenderOf({ hash, userId, workspaceId, organizationId }: ApiKey): Spender {
  return { keyHash: hash, userId, workspaceId: canonicalId(workspaceId), organizationId };
}

/**
 * Returns the subjects of a spender: its key, its workspace and, where it has one, its organization
 * and its user as a member of that.
 */
export function subjectsOf({
  keyHash,
  userId,
  workspaceId,
  organizationId,
}: Spender): readonly Subject[] {
  const own = [
    { kind: 'key', id: keyHash },
    { kind: 'workspace', id: workspaceId },
  ] as const;
  if (organizationId === null) return own;
  return [
    ...own,
    { kind: 'organization', id: organizationId },
    { kind: 'member', id: memberId(organizationId, userId) },
  ];
}

/** Returns the budget of a key's own limit, if it has one in USD. */
export function budgetOfKey({ hash, limits: { usd, reset } }: ApiKey): Budget | undefined {
  return usd === null ? undefined : { kind: 'key', id: hash, usd, reset };
}

/** Returns what of a subject's spending counts against a limit with this reset, USD. */
export function spentWithin(
  reset: LimitReset | null,
  spent: Pick<Spent, 'total' | 'monthly' | 'weekly' | 'daily'>,
): string {
  return spent[WINDOWS[reset ?? 'never']];
}

const WINDOWS = { daily: 'daily', weekly: 'weekly', monthly: 'monthly', never: 'total' } as const;

/**
 * Returns what is left of a limit: USD that are neither spent in its window nor reserved, 0 or more;
 * null for no limit.
 */
export function remainingOf(
  { usd, reset }: { readonly usd: string | null; readonly reset: LimitReset | null },
  spent: Pick<Spent, 'total' | 'monthly' | 'weekly' | 'daily' | 'reserved'>,
): string | null {
  if (usd === null) return null;
  const [limit = ZERO, used = ZERO, held = ZERO] = [
    usd,
    spentWithin(reset, spent),
    spent.reserved,
  ].map((text) => parseDecimal(text) ?? ZERO);
  const left = subtract(limit, add(used, held));
  return formatDecimal(compare(left, ZERO) < 0 ? ZERO : left);
}
