// System, with others: starts a database server.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createManualClock, type Budget, type Reservation } from '@model-gateway/core';
import { openStores, type Stores } from '@model-gateway/sql';
import pg from 'pg';
import { aGeneration } from '../../../core/test/builders.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';
import { ACCOUNT, fill } from './world.ts';

const NOON = Date.UTC(2026, 0, 14, 12);
const KEY = aGeneration().keyHash;
const OF_KEY: Budget = { kind: 'key', id: KEY, usd: '100', reset: 'daily' };
/** The server plans the first five times of a connection for their values, then compares. */
const COMPARED = 5;
const PAYMENTS = 12;

interface Planned {
  readonly statement: string;
  readonly custom_plans: string;
}

type Spend = (ledger: Stores['ledger']) => Promise<Reservation | undefined>;

function spend(organizationId: string | null, budgets: Budget[]): Spend {
  const spender = { keyHash: KEY, userId: 'user_1', workspaceId: 'workspace', organizationId };
  return async (ledger) => {
    const given = { accountId: ACCOUNT, amount: '0.001', at: NOON, spender, budgets };
    const outcome = await ledger.spending.reserve(given);
    return 'overspent' in outcome ? undefined : outcome;
  };
}

const RESERVATIONS: readonly (readonly [name: string, reserve: Spend])[] = [
  ['of an account', (ledger) => ledger.reserve(ACCOUNT, '0.001')],
  ['of a key', spend(null, [])],
  ['of a key in an organization', spend('org_1', [])],
  ['of a key with a budget', spend(null, [OF_KEY])],
  ['of a key with a budget in an organization', spend('org_1', [OF_KEY])],
];

/* Planning takes longer than the work, so that a null that cheapens a plan makes payments expensive. */
describeWithPostgres('the statements of payments, PostgreSQL', (server) => {
  for (const [name, reserve] of RESERVATIONS) {
    it(`${name} are not planned each time`, async (t) => {
      const pool = new pg.Pool({ connectionString: await server().createDatabase(), max: 1 });
      const stores = await openStores({ pool }, { clock: createManualClock(NOON) });
      t.after(() => stores.close());
      await fill(stores);
      const { ledger } = stores;
      for (let i = 0; i < PAYMENTS; i++) {
        const [charged, released] = [await reserve(ledger), await reserve(ledger)];
        assert.ok(charged && released);
        const generation = aGeneration({ id: `gen-${i}`, costUsd: '0.001' });
        await ledger.settle(charged, '0.001', generation);
        await ledger.release(released);
      }
      const { rows } = await pool.query<Planned>(
        `select statement, custom_plans from pg_prepared_statements
         where name like 'mg_%' and statement like '%mg_reservations%'`,
      );
      assert.equal(rows.length, 3, 'a reservation, a charge and a release');
      for (const { statement, custom_plans } of rows) {
        assert.ok(Number(custom_plans) <= COMPARED, `${custom_plans} plans of ${statement}`);
      }
    });
  }
});
