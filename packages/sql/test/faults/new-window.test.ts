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
const OF_KEY: Budget = { kind: 'key', id: SPENDER.keyHash, usd: '100', reset: 'daily' };

/* A statement sees rows as they were when it began, and waits for those that a recount has locked. */
describeWithPostgres('a window that begins while a charge waits, PostgreSQL', (server) => {
  let url: string;
  let stores: Stores;
  let holder: pg.Client;
  let prober: pg.Client;
  before(async () => {
    url = await server().createDatabase();
    const clock = createManualClock(NOON);
    stores = await openStores(url, { deadlineMs: 10_000, clock });
    await fill(stores);
    [holder, prober] = [
      new pg.Client({ connectionString: url }),
      new pg.Client({ connectionString: url }),
    ];
    await holder.connect();
    await prober.connect();
  });
  after(async () => {
    await holder.end();
    await prober.end();
    await stores.close();
  });

  async function reserve(budgets: readonly Budget[] = []): Promise<Reservation> {
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

  /** Begins the window of the 14th in the way of a recount, while `step` waits; returns what is used. */
  async function usedAfter(begin: readonly string[], step: () => Promise<unknown>) {
    await holder.query('begin');
    for (const statement of begin) await holder.query(statement);
    const running = step();
    try {
      await until('the step to wait', isWaiting);
    } finally {
      await holder.query('commit');
      await running;
    }
    const { rows } = await prober.query(
      "select used::text from mg_spending where kind = 'workspace' and first_day = '2026-01-14'",
    );
    return rows[0]?.used;
  }

  const HELD = "(select coalesce(sum(amount), 0) from mg_reservations where state = 'open')";
  const NEW = [
    'lock table mg_reservations, mg_usage_days in share row exclusive mode',
    `insert into mg_spending (kind, id, first_day, last_day, used)
      values ('workspace', 'workspace', '2026-01-14', '2026-01-14', ${HELD})`,
  ];
  const MOVED = [
    `update mg_spending set first_day = '2026-01-14', last_day = '2026-01-14', used = ${HELD}
      where kind = 'workspace'`,
  ];
  const emptied = async () => {
    await holder.query('delete from mg_reservations; delete from mg_spending');
  };
  const ofTheDayBefore = async () => {
    await emptied();
    await holder.query(
      "insert into mg_spending values ('workspace', 'workspace', '2026-01-13', '2026-01-13', 7)",
    );
  };

  it('has a reservation without a budget, where the budget is new', async () => {
    await emptied();
    assert.equal(await usedAfter(NEW, () => reserve()), '1');
  });

  it('has a reservation without a budget, where it moves', async () => {
    await ofTheDayBefore();
    assert.equal(await usedAfter(MOVED, () => reserve()), '1');
  });

  it('has a reservation within the budget of another subject', async () => {
    await ofTheDayBefore();
    await stores.ledger.release(await reserve([OF_KEY]));
    assert.equal(await usedAfter(MOVED, () => reserve([OF_KEY])), '1');
  });

  it('has nothing of a reservation that is freed, because its process died', async () => {
    await ofTheDayBefore();
    await reserve();
    const clock = createManualClock(NOON + 86_400_000);
    const later = await openStores(url, { clock });
    await usedAfter(MOVED, () => later.admin.accounts.sweep());
    await later.close();
    const ofWorkspace: Budget = { kind: 'workspace', id: 'workspace', usd: '1', reset: 'daily' };
    await stores.ledger.release(await reserve([ofWorkspace]));
  });

  it('is not begun for ever for a budget of another subject, or for two windows of one', async () => {
    await emptied();
    const other: Budget = { ...OF_KEY, id: 'b'.repeat(64) };
    for (const budgets of [[other], [OF_KEY, { ...OF_KEY, reset: 'monthly' }]] as const) {
      await assert.rejects(reserve(budgets), /another subject, or two are of one/);
    }
  });

  it('has what a charge cost, and no longer what was reserved for it', async () => {
    await ofTheDayBefore();
    const reservation = await reserve();
    assert.equal(await usedAfter(MOVED, () => stores.ledger.settle(reservation, '0.4')), '0.4');
  });
});
