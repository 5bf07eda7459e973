// System, with others: starts a database server.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createManualClock, type Budget, type Reservation } from '@model-gateway/core';
import { openStores, type Stores } from '@model-gateway/sql';
import pg from 'pg';
import { until } from '../support/until.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';
import { ACCOUNT, fill } from './world.ts';

const NOON = Date.UTC(2026, 0, 14, 12);
const SPENDER = {
  keyHash: 'a'.repeat(64),
  userId: 'user_1',
  workspaceId: 'workspace',
  organizationId: 'org_1',
};
const GUARDRAIL = {
  id: '00000000-0000-4000-8000-000000000001',
  accountId: SPENDER.organizationId,
  name: 'careful',
  allowedModels: null,
  allowedProviders: null,
  zdr: false,
  usd: '100',
  reset: 'daily',
  scope: 'member',
} as const;
const BUDGETS: readonly Budget[] = [
  { kind: 'key', id: SPENDER.keyHash, usd: '100', reset: 'daily' },
  { kind: 'workspace', id: SPENDER.workspaceId, usd: '100', reset: 'daily' },
  { kind: 'organization', id: SPENDER.organizationId, usd: '100', reset: 'daily' },
  { kind: 'member', id: 'org_1/user_1', usd: '100', reset: 'daily', guardrail: GUARDRAIL },
];

/** Rows in the order in which every statement locks them. */
const ROWS = [
  `select from mg_credit_accounts where id = '${ACCOUNT}' for update`,
  ...['key', 'member daily', 'organization', 'workspace'].map(
    (kind) => `select from mg_spending where kind = '${kind}' for update`,
  ),
];

/* Two statements that lock rows in different orders wait for each other until the server ends one. */
describeWithPostgres('the order of locks, PostgreSQL', (server) => {
  let stores: Stores;
  let holder: pg.Client;
  let prober: pg.Client;
  before(async () => {
    const url = await server().createDatabase();
    // Stands still, so that the stores' own sweep takes nothing and waits for no row.
    const clock = createManualClock(NOON);
    stores = await openStores(url, { deadlineMs: 10_000, clock });
    await fill(stores);
    [holder, prober] = [
      new pg.Client({ connectionString: url }),
      new pg.Client({ connectionString: url }),
    ];
    await holder.connect();
    await prober.connect();
    await stores.ledger.release(await reserve(BUDGETS));
  });
  after(async () => {
    await holder.end();
    await prober.end();
    await stores.close();
  });

  async function reserve(budgets: readonly Budget[]): Promise<Reservation> {
    const given = { accountId: ACCOUNT, amount: '1', at: NOON, spender: SPENDER, budgets };
    const outcome = await stores.ledger.spending.reserve(given);
    return 'overspent' in outcome ? assert.fail('overspent') : outcome;
  }

  const isWaiting = async () => {
    const { rows } = await prober.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  };

  /** Holds each row, runs a step until it waits for it, and sees that it has no later row yet. */
  async function assertOrder(step: () => Promise<() => Promise<unknown>>): Promise<void> {
    for (const [position, row] of ROWS.entries()) {
      const run = await step();
      await holder.query('begin');
      await holder.query(row);
      const running = run();
      try {
        await until('the step to wait', isWaiting);
        for (const later of ROWS.slice(position + 1)) await prober.query(`${later} nowait`);
      } finally {
        await holder.query('rollback');
        await running;
      }
    }
  }

  it('of a reservation within budgets', () => assertOrder(async () => () => reserve(BUDGETS)));
  it('of a reservation without budgets', () => assertOrder(async () => () => reserve([])));
  it('of a charge', () =>
    assertOrder(async () => {
      const reservation = await reserve(BUDGETS);
      return () => stores.ledger.settle(reservation, '0.5');
    }));
  it('of a release', () =>
    assertOrder(async () => {
      const reservation = await reserve(BUDGETS);
      return () => stores.ledger.release(reservation);
    }));
  it('of a sweep', () =>
    assertOrder(async () => {
      await reserve(BUDGETS);
      await prober.query('update mg_reservations set expires_ms = 0');
      return () => stores.admin.accounts.sweep();
    }));

  it('of a deletion of an account: the tables that a recount locks come before it', async () => {
    await stores.admin.accounts.create({ id: 'closing' });
    await holder.query('begin');
    await holder.query('lock table mg_reservations, mg_usage_days in share row exclusive mode');
    const running = stores.admin.accounts.delete('closing');
    try {
      await until('the deletion to wait', isWaiting);
      await prober.query("select from mg_credit_accounts where id = 'closing' for update nowait");
    } finally {
      await holder.query('rollback');
      assert.equal(await running, true);
    }
  });
});
