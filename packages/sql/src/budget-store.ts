import { formatDecimal, parseCredits, type Budget, type BudgetStore } from '@model-gateway/core';
import type { Selectable } from 'kysely';
import type { Changes } from './changes.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';
import { isStorable } from './storable-text.ts';

/** The number of spenders whose budgets are kept in memory; a new one replaces the oldest. */
const KEPT = 10_000;

/**
 * Creates the store of budgets. What was read is kept in memory until any budget or key changes, as
 * keys are.
 */
export function createBudgetStore(
  database: Database,
  changes: Changes,
  { staleKeySeconds }: { readonly staleKeySeconds: number },
): BudgetStore {
  const find = database.prepare<
    { readonly workspace: string; readonly organization: string | null },
    Selectable<Schema['mg_budgets']>
  >('reads', (db, value) =>
    db
      .selectFrom('mg_budgets')
      .selectAll()
      .where(({ eb, or, and }) =>
        or([
          and([eb('kind', '=', 'workspace'), eb('id', '=', value('workspace'))]),
          and([eb('kind', '=', 'organization'), eb('id', '=', value('organization'))]),
        ]),
      )
      .orderBy('kind', 'desc')
      .compile(),
  );
  let known = new Map<string, readonly Budget[]>();
  changes.onChange('keys', () => {
    known = new Map();
  });
  return {
    of(spender) {
      const name = `${spender.workspaceId}\n${spender.organizationId ?? ''}`;
      const isFresh = changes.age() <= staleKeySeconds * 1000;
      return (isFresh ? known.get(name) : undefined) ?? read(spender, name);
    },
  };

  async function read(
    { workspaceId: workspace, organizationId: organization }: Asked,
    name: string,
  ): Promise<readonly Budget[]> {
    const into = known;
    const found = await find({
      workspace: storable(workspace),
      organization: organization === null ? null : storable(organization),
    });
    const budgets = found.map(toBudgetOf);
    const [oldest] = into.keys();
    if (into.size >= KEPT && oldest !== undefined) into.delete(oldest);
    // After a change in between there is a new map, and these may be from before the change.
    into.set(name, budgets);
    return budgets;
  }
}

type Asked = Parameters<BudgetStore['of']>[0];

/** Returns the id, or one that nobody has for an id that no row can hold. */
function storable(id: string): string {
  return isStorable(id) ? id : '';
}

/** Returns the budget of a row. */
export function toBudgetOf({ kind, id, usd, reset }: Selectable<Schema['mg_budgets']>): Budget {
  return Object.freeze({ kind, id, usd: formatDecimal(parseCredits(usd)), reset });
}
