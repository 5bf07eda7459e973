import type { Budget, Spender } from '../ports/spending.ts';
import { canonicalId } from './canonical-id.ts';
import { toKeyLimits } from './key-limits.ts';

/**
 * Returns what a host's store found for a spender, checked. Throws a `TypeError` for a budget of another
 * subject, which would limit nothing, and for two of one, of which a ledger counts one. Source: contract
 * §2.9.
 */
export function budgetsOf(
  { workspaceId, organizationId }: Pick<Spender, 'workspaceId' | 'organizationId'>,
  found: readonly Budget[],
): readonly Budget[] {
  const wanted = new Set([`workspace ${workspaceId}`]);
  if (organizationId !== null) wanted.add(`organization ${organizationId}`);
  return found.map((given) => {
    const budget = toBudget(given);
    if (wanted.delete(`${budget.kind} ${budget.id}`)) return budget;
    throw new TypeError(
      `the budget store must return at most one budget of the ${budget.kind} that it was asked for, ` +
        'and none of another',
    );
  });
}

/** Returns a checked copy that cannot be changed. */
export function toBudget({ kind, id, usd, reset }: Budget): Budget {
  if (kind !== 'workspace' && kind !== 'organization') {
    throw new TypeError('a budget is of a workspace or an organization: a key has limits');
  }
  if (typeof id !== 'string' || id === '') throw new TypeError('the id of a budget is a text');
  const limits = toKeyLimits({ usd, reset });
  if (limits.usd === null) throw new TypeError('a budget has USD, such as "20"');
  return Object.freeze({ kind, id: canonicalId(id), usd: limits.usd, reset: limits.reset });
}
