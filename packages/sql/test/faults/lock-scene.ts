import assert from 'node:assert/strict';
import { createManualClock, type Budget, type Reservation } from '@model-gateway/core';
import { openStores } from '@model-gateway/sql';
import pg from 'pg';
import { ACCOUNT, fill } from './world.ts';

export const NOON = Date.UTC(2026, 0, 14, 12);
export const SPENDER = {
  keyHash: 'a'.repeat(64),
  userId: 'user_1',
  workspaceId: 'workspace',
  organizationId: 'org_1',
};

/** Filled stores of a PostgreSQL, a client that holds locks, and one that sees who waits for them. */
export async function startLockScene(url: string) {
  // Stands still, so that the stores' own sweep takes nothing and waits for no row.
  const clock = createManualClock(NOON);
  const stores = await openStores(url, { deadlineMs: 10_000, clock });
  await fill(stores);
  const holder = new pg.Client({ connectionString: url });
  const prober = new pg.Client({ connectionString: url });
  await holder.connect();
  await prober.connect();
  return {
    stores,
    holder,
    prober,
    async reserve(budgets: readonly Budget[] = []): Promise<Reservation> {
      const given = { accountId: ACCOUNT, amount: '1', at: NOON, spender: SPENDER, budgets };
      const outcome = await stores.ledger.spending.reserve(given);
      return 'overspent' in outcome ? assert.fail('overspent') : outcome;
    },
    async isWaiting(): Promise<boolean> {
      const { rows } = await prober.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length > 0;
    },
    async end() {
      await holder.end();
      await prober.end();
      await stores.close();
    },
  };
}
