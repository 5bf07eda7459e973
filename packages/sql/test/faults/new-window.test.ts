// System, with others: starts a database server.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createManualClock, type Budget } from '@model-gateway/core';
import { openStores } from '@model-gateway/sql';
import { until } from '../support/until.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';
import { NOON, SPENDER, startLockScene } from './lock-scene.ts';
import { ACCOUNT } from './world.ts';

const OF_KEY: Budget = { kind: 'key', id: SPENDER.keyHash, usd: '100', reset: 'daily' };

/* A statement sees rows as they were when it began, and waits for those that a recount has locked. */
describeWithPostgres('a window that begins while a charge waits, PostgreSQL', (server) => {
  let url: string;
  let scene: Awaited<ReturnType<typeof startLockScene>>;
  before(async () => {
    url = await server().createDatabase();
    scene = await startLockScene(url);
  });
  after(() => scene.end());

  /** Begins the window of the 14th in the way of a recount, while `step` waits; returns what is used. */
  async function usedAfter(begin: readonly string[], step: () => Promise<unknown>) {
    await scene.holder.query('begin');
    for (const statement of begin) await scene.holder.query(statement);
    const running = step();
    try {
      await until('the step to wait', scene.isWaiting);
    } finally {
      await scene.holder.query('commit');
      await running;
    }
    const { rows } = await scene.prober.query(
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
    await scene.holder.query('delete from mg_reservations; delete from mg_spending');
  };
  const ofTheDayBefore = async () => {
    await emptied();
    await scene.holder.query(
      "insert into mg_spending values ('workspace', 'workspace', '2026-01-13', '2026-01-13', 7)",
    );
  };

  /** Stores of a database whose statements do not see what they wait for unless told to. */
  const openIsolated = async () => {
    await scene.holder.query(`alter database ${new URL(url).pathname.slice(1)}
      set default_transaction_isolation = 'repeatable read'`);
    return openStores(url, { deadlineMs: 10_000, clock: createManualClock(NOON) });
  };

  it('has a reservation without a budget, where the budget is new', async () => {
    await emptied();
    assert.equal(await usedAfter(NEW, () => scene.reserve()), '1');
  });

  it('has a reservation without a budget, where it moves', async () => {
    await ofTheDayBefore();
    assert.equal(await usedAfter(MOVED, () => scene.reserve()), '1');
  });

  it('has a reservation within the budget of another subject', async () => {
    await ofTheDayBefore();
    await scene.stores.ledger.release(await scene.reserve([OF_KEY]));
    assert.equal(await usedAfter(MOVED, () => scene.reserve([OF_KEY])), '1');
  });

  it('has nothing of a reservation that is freed, because its process died', async () => {
    await ofTheDayBefore();
    await scene.reserve();
    const clock = createManualClock(NOON + 86_400_000);
    const later = await openStores(url, { clock });
    await usedAfter(MOVED, () => later.admin.accounts.sweep());
    await later.close();
    const ofWorkspace: Budget = { kind: 'workspace', id: 'workspace', usd: '1', reset: 'daily' };
    await scene.stores.ledger.release(await scene.reserve([ofWorkspace]));
  });

  it('has what was charged while its count waited, whatever the isolation of the database', async () => {
    await emptied();
    const isolated = await openIsolated();
    const charged = `insert into mg_usage_days (account_id, day, key_hash, user_id, workspace_id, model,
      provider_slug, provider_name, requests, cost, prompt_tokens, completion_tokens, reasoning_tokens)
      values ('', '2026-01-14', 'k', 'u', 'workspace', '', '', '', 1, 5, 0, 0, 0)`;
    const budgets: Budget[] = [{ kind: 'workspace', id: 'workspace', usd: '100', reset: 'daily' }];
    const given = { accountId: null, amount: '1', at: NOON, spender: SPENDER, budgets };
    const used = await usedAfter([charged], () => isolated.ledger.spending.reserve(given));
    await isolated.close();
    assert.equal(used, '6');
  });

  it('has a reservation that lost against another change of its account, whatever the isolation', async () => {
    await emptied();
    const isolated = await openIsolated();
    const change = ['update mg_credit_accounts set balance = balance', ...NEW];
    const given = { accountId: ACCOUNT, amount: '1', at: NOON, spender: SPENDER, budgets: [] };
    assert.equal(await usedAfter(change, () => isolated.ledger.spending.reserve(given)), '1');
    await isolated.close();
  });

  it('is not begun for ever for a budget of another subject, or for two windows of one', async () => {
    await emptied();
    const other: Budget = { ...OF_KEY, id: 'b'.repeat(64) };
    for (const budgets of [[other], [OF_KEY, { ...OF_KEY, reset: 'monthly' }]] as const) {
      await assert.rejects(scene.reserve(budgets), /another subject, or two are of one/);
    }
  });

  it('has what a charge cost, and no longer what was reserved for it', async () => {
    await ofTheDayBefore();
    const reservation = await scene.reserve();
    assert.equal(
      await usedAfter(MOVED, () => scene.stores.ledger.settle(reservation, '0.4')),
      '0.4',
    );
  });
});
