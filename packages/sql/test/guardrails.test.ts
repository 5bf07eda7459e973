import assert from 'node:assert/strict';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { after, describe, it, mock } from 'node:test';
import { createManualClock, systemClock, type ApiKey } from '@model-gateway/core';
import { openStores, SCHEMA_VERSION } from '@model-gateway/sql';
import { Availability } from '../src/availability.ts';
import { connect } from '../src/connect.ts';
import { migrate, MIGRATIONS } from '../src/migrations/migrate.ts';
import { collect } from './support/collect.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const [ONE, TWO] = [1, 2].map((number) => `10000000-0000-4000-8000-00000000000${number}`);
const BEFORE = MIGRATIONS.findIndex(({ name }) => name === 'createGuardrails');

describe('guardrails in SQLite', () => {
  const folder = temporaryFolder();
  after(() => folder.remove());

  it('cost a key without any no statement, with any one until something changes', async () => {
    const clock = createManualClock(Date.UTC(2026, 0, 1));
    const { stores, admin, close } = await openStores(`sqlite:${folder.path}/cost.db`, { clock });
    const owner = { userId: 'user_1', organizationId: 'org_1', workspaceId: ONE ?? '' };
    const { key: free } = await admin.keys.create({ label: 'free', ...owner });
    const { key: held } = await admin.keys.create({ label: 'held', ...owner });
    const { id: guardrailId } = await admin.guardrails.create({ accountId: 'org_1', name: 'x' });
    await admin.guardrails.assign({ guardrailId, keyHash: held.hash, assignedBy: 'user_1' });
    const all = mock.method(StatementSync.prototype, 'all');
    /** Statements that read who has a guardrail: that which finds a key does. */
    const statements = async (work: () => Promise<unknown>) => {
      all.mock.resetCalls();
      await work();
      return all.mock.calls.filter(({ this: one }) =>
        (one as StatementSync).sourceSQL.includes('mg_guardrail'),
      ).length;
    };
    const keys = new Map<string, ApiKey>();
    const find = async ({ hash }: { hash: string }) => {
      const key = await stores.keys.findByHash(hash);
      if (key == null) return assert.fail('no key');
      keys.set(hash, key);
      return key;
    };
    const guardrails = async (of: { hash: string }) => stores.guardrails.of(await find(of));
    try {
      assert.equal(await statements(() => find(free)), 1);
      assert.equal(await statements(() => guardrails(free)), 0);
      assert.equal(await statements(() => guardrails(held)), 2);
      assert.equal(await statements(() => guardrails(held)), 0);
      // A caller that a host knows by itself is looked up.
      const own = { ...(keys.get(free.hash) ?? assert.fail('no key')) };
      assert.equal(await statements(async () => stores.guardrails.of(own)), 1);
      assert.equal(await statements(async () => stores.guardrails.of(own)), 0);
    } finally {
      all.mock.restore();
    }
    await close();
  });

  it('and keys whose lists cannot be read never allow all', async () => {
    const file = `${folder.path}/lists.db`;
    const { stores, admin, close } = await openStores(`sqlite:${file}`);
    const owner = { userId: 'user_1', organizationId: 'org_1', workspaceId: ONE ?? '' };
    const { key } = await admin.keys.create({ label: 'held', ...owner });
    const { id: guardrailId } = await admin.guardrails.create({ accountId: 'org_1', name: 'x' });
    await admin.guardrails.assign({ guardrailId, keyHash: key.hash, assignedBy: 'user_1' });
    const raw = new DatabaseSync(file);
    for (const column of ['allowed_models', 'allowed_providers']) {
      for (const json of ['null', '{}', '[]', '"acme/quill"', '[null]']) {
        raw.exec(`update mg_guardrails set ${column} = '${json}'`);
        const found = async () => stores.guardrails.of({ ...key });
        await assert.rejects(found, TypeError, `${column} ${json}`);
      }
      raw.exec(`update mg_guardrails set ${column} = null`);
    }
    raw.exec("update mg_keys set allowed_models = 'null'");
    raw.close();
    assert.notEqual((await admin.keys.show(key.hash))?.allowedModels, null);
    await close();
  });

  it('come to a database in which some are assigned, and limit nothing there', async () => {
    const file = `${folder.path}/filled.db`;
    const report = () => {};
    const availability = new Availability(systemClock, report);
    const surroundings = { clock: systemClock, background: systemClock, availability, report };
    const before = await connect(`sqlite:${file}`, {}, surroundings);
    await migrate(before, MIGRATIONS.slice(0, BEFORE));
    await before.close();
    const raw = new DatabaseSync(file);
    const assigned = (id: number, guardrail: string | undefined, organization: string) =>
      `('00000000-0000-4000-8000-00000000000${id}', '${guardrail}', 'user_${id}', 'user_9', '${organization}', '2026-01-0${id}T00:00:00.000Z', ${id})`;
    const assignments = [
      assigned(1, ONE, 'org_1'),
      assigned(2, ONE, 'org_1'),
      assigned(3, ONE, 'org_2'),
      assigned(4, TWO, 'org_2'),
    ];
    raw.exec(`insert into mg_guardrail_assignments values ${assignments.join(', ')};`);
    raw.exec(`
      insert into mg_reservations (id, account_id, amount, state, expires_ms, day, key_hash, workspace_id, organization_id)
      values ('r-1', '', '2', 'open', ${Number.MAX_SAFE_INTEGER}, '2026-01-01', 'k', 'w', 'org_1');`);
    raw.close();
    const { stores, ledger, admin, close } = await openStores(`sqlite:${file}`);
    const guardrails = await collect(admin.guardrails.export());
    assert.equal(guardrails.length, 3);
    for (const { usd, zdr, allowedModels, allowedProviders } of guardrails) {
      assert.deepEqual([usd, zdr, allowedModels, allowedProviders], [null, false, null, null]);
    }
    const accounts = guardrails.map(
      ({ accountId, createdAt }) => `${accountId} ${createdAt.slice(8, 10)}`,
    );
    assert.deepEqual(accounts.toSorted(), ['org_1 01', 'org_2 03', 'org_2 04']);
    for (const [number, organizationId] of [
      [1, 'org_1'],
      [2, 'org_1'],
      [3, 'org_2'],
      [4, 'org_2'],
    ] as const) {
      const caller = { hash: 'a'.repeat(64), userId: `user_${number}`, organizationId };
      assert.equal((await stores.guardrails.of(caller)).length, 1);
    }
    // What an older version reserved ends as before.
    await ledger.settle({ id: 'r-1', accountId: '', amount: '2' }, '1');
    const [spent] = await ledger.spending.spent(
      [{ kind: 'organization', id: 'org_1' }],
      Date.UTC(2026, 0, 1),
    );
    assert.equal(spent?.total, '1');
    await close();
    assert.ok(BEFORE > 0 && BEFORE < SCHEMA_VERSION);
  });
});
