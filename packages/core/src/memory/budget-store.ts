import { canonicalId } from '../accounts/canonical-id.ts';
import { toBudget } from '../accounts/checked-budgets.ts';
import type { Budget, BudgetStore, Subject } from '../ports/spending.ts';

/** A store of budgets in memory, with ways to change it. */
export interface MemoryBudgetStore extends BudgetStore {
  /** Gives a workspace or an organization a budget, or another one. Throws a `TypeError` for no budget. */
  put(budget: Budget): void;
  /** Removes a budget; returns false where the subject has no budget. */
  remove(subject: Subject): boolean;
}

/**
 * Creates a store of budgets in memory. Throws a `TypeError` for what is not the budget of a
 * workspace or an organization. Source: contract §2.9.
 *
 * @example
 * const budgets = createMemoryBudgetStore([
 *   { kind: 'organization', id: 'org_1', usd: '500', reset: 'monthly' },
 * ]);
 */
export function createMemoryBudgetStore(given: Iterable<Budget> = []): MemoryBudgetStore {
  const byName = new Map<string, Budget>();
  const nameOf = ({ kind, id }: Subject) => `${kind} ${canonicalId(id)}`;
  const put = (budget: Budget) => byName.set(nameOf(budget), toBudget(budget));
  for (const budget of given) put(budget);
  return {
    put: (budget) => void put(budget),
    remove: (subject) => byName.delete(nameOf(subject)),
    async of({ workspaceId, organizationId }) {
      const workspace = byName.get(nameOf({ kind: 'workspace', id: workspaceId }));
      const organization =
        organizationId === null
          ? undefined
          : byName.get(nameOf({ kind: 'organization', id: organizationId }));
      return [workspace, organization].filter((budget) => budget !== undefined);
    },
  };
}
