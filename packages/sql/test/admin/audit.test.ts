// System, with others: starts a database server.
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { openStores } from '@model-gateway/sql';
import pg from 'pg';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';

describe('an audit, SQLite', () => {
  it('goes on while another process has the file locked', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder.path, 'gateway.db');
    const { admin, close } = await openStores(`sqlite:${file}`, { busyTimeoutMs: 20 });
    await admin.accounts.create({ id: 'a', credits: '5' });
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    assert.equal((await admin.accounts.audit('a')).isSound, true);
    other.exec('commit');
    other.close();
    await close();
    folder.remove();
  });
});

describeWithPostgres('an audit, PostgreSQL', (server) => {
  it('holds up no request of the account, and does not see what it does', async (t) => {
    const url = await server().createDatabase();
    const { admin, ledger, close } = await openStores(url, { deadlineMs: 1000 });
    t.after(close);
    await admin.accounts.create({ id: 'a', credits: '5' });
    const [holder, prober] = [1, 2].map(() => new pg.Client({ connectionString: url }));
    assert.ok(holder && prober);
    t.after(() => Promise.all([holder.end(), prober.end()]));
    await holder.connect();
    await prober.connect();
    // Where the audit has the account and has yet to read its reservations.
    await holder.query('begin; lock table mg_credit_movements in access exclusive mode');
    const auditing = admin.accounts.audit('a');
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    try {
      await until('the audit to wait', async () => (await prober.query(waiting)).rowCount === 1);
      assert.ok(await ledger.reserve('a', '1'));
    } finally {
      await holder.query('rollback');
    }
    assert.deepEqual(await auditing, {
      balance: '5',
      movements: '5',
      reserved: '0',
      reservations: '0',
      isSound: true,
    });
  });
});
