import type { Budget, Subject } from '@model-gateway/core';
import { canonicalId, toBudget } from '@model-gateway/core/kit';
import { toBudgetOf } from '../budget-store.ts';
import { isStorable, requireStorable } from '../storable-text.ts';
import type { AdministrationContext } from './administration-context.ts';

/** Administers what workspaces and organizations may spend; keys have limits of their own. */
export interface BudgetAdministration {
  /**
   * Gives a workspace or an organization a budget, or another one, which holds from the next request
   * on. Throws a `TypeError` for what is no budget.
   */
  put(budget: Budget): Promise<Budget>;
  show(subject: Subject): Promise<Budget | undefined>;
  /** Removes a budget; returns false where the subject has no budget. */
  remove(subject: Subject): Promise<boolean>;
  /** Returns every budget, by kind and id. */
  list(): Promise<readonly Budget[]>;
}

export function createBudgetAdministration({
  database: { db },
  changeKeys,
}: AdministrationContext): BudgetAdministration {
  const ofSubject = ({ kind, id }: Subject) =>
    db
      .selectFrom('mg_budgets')
      .selectAll()
      .where('kind', '=', kind)
      .where('id', '=', canonicalId(id));

  return {
    async put(given) {
      const budget = toBudget(given);
      requireStorable({ id: budget.id });
      await changeKeys((trx) =>
        trx
          .insertInto('mg_budgets')
          .values(budget)
          .onConflict((conflict) =>
            conflict.columns(['kind', 'id']).doUpdateSet({ usd: budget.usd, reset: budget.reset }),
          )
          .execute(),
      );
      return budget;
    },
    async show(subject) {
      if (!isStorable(subject.id)) return undefined;
      const row = await ofSubject(subject).executeTakeFirst();
      return row && toBudgetOf(row);
    },
    async remove({ kind, id }) {
      if (!isStorable(id)) return false;
      const { numDeletedRows } = await changeKeys((trx) =>
        trx
          .deleteFrom('mg_budgets')
          .where('kind', '=', kind)
          .where('id', '=', canonicalId(id))
          .executeTakeFirst(),
      );
      return numDeletedRows > 0n;
    },
    async list() {
      const rows = await db
        .selectFrom('mg_budgets')
        .selectAll()
        .orderBy('kind')
        .orderBy('id')
        .execute();
      return rows.map(toBudgetOf);
    },
  };
}
