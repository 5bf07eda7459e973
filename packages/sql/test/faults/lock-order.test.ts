// System, with others: starts a database server.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Budget } from '@model-gateway/core';
import { until } from '../support/until.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';
import { SPENDER, startLockScene } from './lock-scene.ts';
import { ACCOUNT } from './world.ts';

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
  let scene: Awaited<ReturnType<typeof startLockScene>>;
  before(async () => {
    scene = await startLockScene(await server().createDatabase());
    await scene.stores.ledger.release(await scene.reserve(BUDGETS));
  });
  after(() => scene.end());

  /** Holds each row, runs a step until it waits for it, and sees that it has no later row yet. */
  async function assertOrder(step: () => Promise<() => Promise<unknown>>): Promise<void> {
    for (const [position, row] of ROWS.entries()) {
      const run = await step();
      await scene.holder.query('begin');
      await scene.holder.query(row);
      const running = run();
      try {
        await until('the step to wait', scene.isWaiting);
        for (const later of ROWS.slice(position + 1)) await scene.prober.query(`${later} nowait`);
      } finally {
        await scene.holder.query('rollback');
        await running;
      }
    }
  }

  it('of a reservation within budgets', () =>
    assertOrder(async () => () => scene.reserve(BUDGETS)));
  it('of a reservation without budgets', () => assertOrder(async () => () => scene.reserve([])));
  it('of a charge', () =>
    assertOrder(async () => {
      const reservation = await scene.reserve(BUDGETS);
      return () => scene.stores.ledger.settle(reservation, '0.5');
    }));
  it('of a release', () =>
    assertOrder(async () => {
      const reservation = await scene.reserve(BUDGETS);
      return () => scene.stores.ledger.release(reservation);
    }));
  it('of a sweep', () =>
    assertOrder(async () => {
      await scene.reserve(BUDGETS);
      await scene.prober.query('update mg_reservations set expires_ms = 0');
      return () => scene.stores.admin.accounts.sweep();
    }));

  it('of a deletion of an account: the tables that a recount locks come before it', async () => {
    await scene.stores.admin.accounts.create({ id: 'closing' });
    await scene.holder.query('begin');
    await scene.holder.query(
      'lock table mg_reservations, mg_usage_days in share row exclusive mode',
    );
    const running = scene.stores.admin.accounts.delete('closing');
    try {
      await until('the deletion to wait', scene.isWaiting);
      await scene.prober.query(
        "select from mg_credit_accounts where id = 'closing' for update nowait",
      );
    } finally {
      await scene.holder.query('rollback');
      assert.equal(await running, true);
    }
  });
});
