import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addDecimals, formatDecimal, parseDecimal } from '@model-gateway/core';
import {
  migrateDatabase,
  openStores,
  SCHEMA_VERSION,
  SchemaVersionError,
} from '@model-gateway/sql';
import { sql } from 'kysely';
import { migrate, MIGRATIONS } from '../src/migrations/migrate.ts';
import { aGeneration } from '../../core/test/builders.ts';
import { connected } from './support/connected.ts';
import { describeOnEach } from './support/databases.ts';
import { seeded } from './support/seeded.ts';

/** The schema with generations and without limits of spending. */
const BEFORE = 6;
const NOON = Date.UTC(2026, 0, 10, 12);
const DAYS = ['2026-01-08', '2026-01-09', '2026-01-10'];
const HASHES = Array.from({ length: 40 }, (_, number) => `${number}`.padStart(64, '0'));
const WORKSPACE = '00000000-0000-4000-8000-000000000001';

/** What each key used on each day, in the order of the sums. */
const USED = DAYS.toReversed().flatMap((day) => {
  const random = seeded(Date.parse(day));
  return HASHES.map((hash) => ({
    day,
    hash,
    usd: `0.${`${random(1, 999_999)}`.padStart(12, '0')}`,
  }));
});
const TOTAL = sumOf(USED.map(({ usd }) => usd));

function sumOf(amounts: readonly string[]): string {
  const zero = { units: 0n, scale: 0 };
  return formatDecimal(amounts.map((usd) => parseDecimal(usd) ?? zero).reduce(addDecimals, zero));
}

async function fill(location: string): Promise<void> {
  const database = await connected(location);
  await migrate(database, MIGRATIONS.slice(0, BEFORE));
  await database.transaction(async (trx) => {
    const run = (statement: string) => sql.raw(statement).execute(trx);
    await run(`insert into mg_credit_accounts (id, state, balance, reserved, created_at)
      values ('account-1', 'active', '100', '2', '2026-01-01T00:00:00.000Z')`);
    await run(`insert into mg_reservations (id, account_id, amount, state, expires_ms)
      values ('r-1', 'account-1', '2', 'open', 9007199254740991)`);
    await run(`insert into mg_credit_movements (account_id, amount, kind, at_ms)
      values ('account-1', '${sumOf(['100', TOTAL])}', 'grant', 1)`);
    for (const hash of HASHES) {
      await run(`insert into mg_keys (hash, label, kind, user_id, organization_id, workspace_id, credit_account_id, state, created_at)
        values ('${hash}', 'old', 'inference', 'user_1', 'org_1', '${WORKSPACE}', 'account-1', 'active', '2026-01-01T00:00:00.000Z')`);
    }
    for (const [number, { day, hash, usd }] of USED.entries()) {
      await run(
        `insert into mg_usage_days values ('org_1', '${day}', '${hash}', 'user_1', '${WORKSPACE}', 'acme/quill', 'acme', 'Acme', 1, '${usd}', 10, 20, 0)`,
      );
      await run(`insert into mg_credit_movements (account_id, amount, kind, reservation_id, at_ms, generation_id, key_hash)
        values ('account-1', '-${usd}', 'charge', 'old-${number}', ${Date.parse(day)}, 'gen-old-${number}', '${hash}')`);
    }
    await run(`insert into mg_generations (id, created_ms, operation, account_id, key_hash, user_id, workspace_id, model, provider_slug, provider_name, is_stream, is_cancelled, ms, cost)
      select 'gen-old-0', ${NOON}, 'createImage', 'org_1', hash, 'user_1', workspace_id, 'acme/quill', 'acme', 'Acme', hash <> hash, hash <> hash, 1, '0.5' from mg_keys where hash = '${HASHES[0]}'`);
  });
  await database.close();
}

describeOnEach('a filled database of before limits', (newDatabase) => {
  it('keeps its books to the last digit, and what was spent counts against limits', async (t) => {
    const location = await newDatabase();
    await fill(location);
    assert.deepEqual(await migrateDatabase(location), { from: BEFORE, to: SCHEMA_VERSION });
    const { stores, ledger, admin, close } = await openStores(location);
    t.after(close);
    const { items } = await admin.usage.sums({
      by: ['day', 'key'],
      firstDay: '2026-01-01',
      lastDay: '2026-01-31',
      offset: 0,
      limit: 1000,
    });
    assert.deepEqual(
      new Set(items.map(({ group, costUsd }) => `${group.day} ${group.key} ${costUsd}`)),
      new Set(USED.map(({ day, hash, usd }) => `${day} ${hash} ${sumOf([usd])}`)),
    );
    const { balance, reserved, isSound } = await admin.accounts.audit('account-1');
    assert.deepEqual([balance, reserved, isSound], ['100', '2', true]);
    const old = await admin.generations.show('gen-old-0');
    assert.deepEqual([old?.costUsd, old?.items], ['0.5', undefined]);

    // A request that began before the migration and ends after it.
    const [hash = ''] = HASHES;
    const generation = aGeneration({ keyHash: hash, costUsd: '0.25' });
    await ledger.settle({ id: 'r-1', accountId: 'account-1', amount: '2' }, '0.25', generation);
    const spent = (day: string) =>
      USED.filter((used) => used.hash === hash && used.day >= day).map(({ usd }) => usd);
    const [sums] = await ledger.spending.spent([{ kind: 'key', id: hash }], NOON);
    assert.equal(sums?.total, sumOf([...spent('2026-01-01'), '0.25']));
    assert.equal(sums?.daily, sumOf([...spent('2026-01-10'), '0.25']));
    await admin.keys.update(hash, { limits: { usd: '1', reset: 'daily' } });
    const key = await stores.keys.findByHash(hash);
    assert.deepEqual(key?.limits.usd, '1');
    const outcome = await ledger.spending.reserve({
      accountId: 'account-1',
      amount: '1',
      at: NOON,
      spender: { keyHash: hash, userId: 'user_1', workspaceId: WORKSPACE, organizationId: 'org_1' },
      budgets: [{ kind: 'key', id: hash, usd: '1', reset: 'daily' }],
    });
    assert.ok('overspent' in outcome && outcome.overspent.of === 'budget');
    assert.equal(
      sumOf([outcome.overspent.remaining, ...spent('2026-01-10'), '0.25']),
      '1',
      'what was used before counts',
    );
  });

  it('is refused by the version before once it is migrated, and stays as it is', async (t) => {
    const location = await newDatabase();
    await fill(location);
    await migrateDatabase(location);
    const database = await connected(location);
    await assert.rejects(migrate(database, MIGRATIONS.slice(0, BEFORE)), SchemaVersionError);
    await database.close();
    const { admin, close } = await openStores(location, { migrate: false });
    t.after(close);
    assert.equal((await admin.accounts.audit('account-1')).isSound, true);
  });
});
