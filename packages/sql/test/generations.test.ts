import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { migrateDatabase, openStores, SCHEMA_VERSION } from '@model-gateway/sql';
import { forgetGenerations } from '../src/generation-store.ts';
import { migrate, MIGRATIONS } from '../src/migrations/migrate.ts';
import { aGeneration } from '../../core/test/builders.ts';
import { collect } from './support/collect.ts';
import { connected } from './support/connected.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('generations in SQL', () => {
  const folder = temporaryFolder();
  after(() => folder.remove());

  it('are deleted after their days; what was used by day stays', async () => {
    const file = `${folder.path}/days.db`;
    // Stands still, so that the stores themselves delete nothing.
    const standing = createManualClock(Date.UTC(2026, 0, 2));
    const { stores, close } = await openStores(`sqlite:${file}`, { clock: standing });
    const old = aGeneration({ id: 'old', createdAt: Date.UTC(2026, 0, 1) });
    const young = aGeneration({ id: 'young', createdAt: Date.UTC(2026, 0, 2) });
    await stores.generations.add(old);
    await stores.generations.add(young);
    const database = await connected(`sqlite:${file}`);
    const clock = createManualClock(old.createdAt + 90 * DAY_MS);
    await forgetGenerations(database, clock, 90);
    assert.ok(await stores.generations.find('org_1', 'old'), 'its last moment');
    clock.advance(1);
    await forgetGenerations(database, clock, 90);
    await database.close();
    assert.equal(await stores.generations.find('org_1', 'old'), undefined);
    assert.ok(await stores.generations.find('org_1', 'young'));
    const days = { firstDay: '2026-01-01', lastDay: '2026-01-02' };
    const sums = await stores.generations.activity({ accountId: 'org_1', ...days });
    assert.deepEqual(
      sums.map(({ day, requests }) => [day, requests]),
      [
        ['2026-01-02', 1],
        ['2026-01-01', 1],
      ],
    );
    await close();
  });

  it('come to a filled database of the schema before, whose books stay as they are', async () => {
    const file = `${folder.path}/filled.db`;
    const before = await connected(`sqlite:${file}`);
    await migrate(before, MIGRATIONS.slice(0, 5));
    await before.close();
    const raw = new DatabaseSync(file);
    raw.exec(`
      insert into mg_credit_accounts values ('account-1', 'active', '7.5', '2', '2026-01-01T00:00:00.000Z');
      insert into mg_credit_movements (account_id, amount, kind, reservation_id, note, at_ms)
        values ('account-1', '10', 'grant', null, 'opening balance', 1), ('account-1', '-2.5', 'charge', 'r-0', null, 2);
      insert into mg_reservations values ('r-1', 'account-1', '2', 'open', ${Number.MAX_SAFE_INTEGER});`);
    raw.close();
    assert.deepEqual(await migrateDatabase(`sqlite:${file}`), { from: 5, to: SCHEMA_VERSION });
    const { stores, ledger, admin, close } = await openStores(`sqlite:${file}`);
    const reservation = { id: 'r-1', accountId: 'account-1', amount: '2' };
    await ledger.settle(reservation, '0.1', aGeneration());
    const movements = await collect(admin.accounts.movements('account-1'));
    assert.deepEqual(
      movements.map(({ amount, generationId }) => [amount, generationId]),
      [
        ['10', null],
        ['-2.5', null],
        ['-0.1', 'gen-1'],
      ],
    );
    assert.equal((await admin.accounts.show('account-1'))?.free, '7.4');
    assert.ok(await stores.generations.find('org_1', 'gen-1'));
    await close();
  });
});
