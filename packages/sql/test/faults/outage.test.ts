// System: starts a database server of its own, and crashes it.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import pg from 'pg';
import {
  createGateway,
  createManualClock,
  isStoreUnavailable,
  systemClock,
} from '@model-gateway/core';
import type { GatewayRequest } from '@model-gateway/core/http';
import { openStores, type StoreReport } from '@model-gateway/sql';
import { aRequest } from '../../../core/test/builders.ts';
import { amount } from '../support/long-tests.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { startProxy } from '../support/proxy.ts';
import { until } from '../support/until.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';
import { ACCOUNT, catalogOf, DESTINATION_ID, fill, MANAGEMENT_KEY } from './world.ts';

const AWAY_MS = amount({ short: 500, long: 5000 });

const listModels: GatewayRequest = aRequest('/models', {
  mount: '',
  headers: { authorization: `Bearer ${MANAGEMENT_KEY}` },
});

describeWithPostgres('an outage', (shared) => {
  let own: PostgresServer | undefined;
  before(async () => {
    // A server that may be crashed; undefined when a URL names the server.
    own = shared().control === undefined ? undefined : await startPostgres();
  });
  after(() => own?.stop());

  it(`the database gone for ${AWAY_MS} ms: the last catalog is served, writes are refused at once, then everything works again`, async (t) => {
    const server = own;
    if (server?.control === undefined) return t.skip('the server of a URL is not ours to crash');
    const reports: StoreReport[] = [];
    const opened = await openStores(await server.createDatabase(), {
      pollMs: 100,
      deadlineMs: 1000,
      onReport: (report) => reports.push(report),
    });
    const { stores, admin, ledger, close } = opened;
    await fill(opened);
    await admin.catalog.import(catalogOf(1, 3));
    const gateway = createGateway({ stores });
    assert.equal((await gateway.handle(listModels))?.status, 200);

    server.control.crash();
    const goneAt = systemClock.now();
    for (let i = 0; i < 5; i++) {
      assert.equal((await gateway.handle(listModels))?.status, 200);
      const start = systemClock.now();
      await assert.rejects(ledger.reserve(ACCOUNT, '1'), isStoreUnavailable);
      const took = systemClock.now() - start;
      assert.ok(took < 3000, `a refusal took ${took} ms`);
    }
    await until('the time to be over', () => systemClock.now() - goneAt >= AWAY_MS);
    const outages = reports.filter(({ type }) => type === 'outage');
    assert.deepEqual(
      outages.map((report) => (report.type === 'outage' ? report.of : '')).toSorted(),
      ['reads', 'writes'],
    );

    server.control.start();
    await until('writes to work again', async () => {
      const reservation = await ledger.reserve(ACCOUNT, '1').catch(() => undefined);
      return reservation !== undefined;
    });
    await until('both recoveries and LISTEN to be reported', () => {
      const types = reports.map(({ type }) => type);
      return (
        types.filter((type) => type === 'recovered').length === 2 && types.includes('listening')
      );
    });
    assert.equal((await admin.accounts.audit(ACCOUNT)).isSound, true);
    await admin.catalog.import(catalogOf(2, 3));
    assert.match(await bodyOf(gateway.handle(listModels)), /generation 2/);
    await close();
  });

  it('a half-open connection: a statement ends at its deadline, the next one works', async () => {
    const proxy = await startProxy(await shared().createDatabase());
    const opened = await openStores(proxy.url, { deadlineMs: 500, connections: 2 });
    await fill(opened);
    const { stores, ledger, close } = opened;
    assert.ok(await stores.destinations.get(DESTINATION_ID));

    proxy.silence();
    const start = systemClock.now();
    await assert.rejects(
      stores.destinations.get(DESTINATION_ID),
      (error) => isStoreUnavailable(error) && error.reason === 'deadline',
    );
    const took = systemClock.now() - start;
    assert.ok(took >= 490 && took < 5000, `the deadline of 500 ms took ${took} ms`);
    // The pool may have held a second silent connection.
    await until('new connections', async () => {
      return (await stores.destinations.get(DESTINATION_ID).catch(() => undefined)) !== undefined;
    });
    assert.ok(await ledger.reserve(ACCOUNT, '1'));
    await close();
    await proxy.close();
  });

  it('a reservation past its deadline: what the database makes of it all the same is freed', async () => {
    const url = await shared().createDatabase();
    const clock = createManualClock(systemClock.now());
    // Of a pool of the host's no statement is called off.
    const pool = new pg.Pool({ connectionString: url });
    const opened = await openStores({ pool }, { clock, deadlineMs: 200 });
    await fill(opened);
    const locking = new pg.Client({ connectionString: url });
    await locking.connect();
    await locking.query('begin; select from mg_credit_accounts for update');
    await assert.rejects(
      opened.ledger.reserve(ACCOUNT, '1'),
      (error) => isStoreUnavailable(error) && error.reason === 'deadline',
    );
    await locking.query('commit');
    await locking.end();
    const reserved = async () => (await opened.admin.accounts.show(ACCOUNT))?.reserved;
    await until('the reservation', async () => (await reserved()) === '1');
    await until('its end', async () => {
      clock.advance(60_000);
      return (await reserved()) === '0';
    });
    assert.ok(clock.now() < systemClock.now() + 1_000_000, 'it was freed as one that expires');
    assert.equal((await opened.admin.accounts.audit(ACCOUNT)).isSound, true);
    await opened.close();
  });

  it('a claim of an idempotency key past its deadline is given back', async () => {
    const url = await shared().createDatabase();
    const clock = createManualClock(systemClock.now());
    const pool = new pg.Pool({ connectionString: url });
    const { idempotency, close } = await openStores({ pool }, { clock, deadlineMs: 200 });
    const [other, watching] = [1, 2].map(() => new pg.Client({ connectionString: url }));
    assert.ok(other && watching);
    await other.connect();
    await watching.connect();
    await other.query(`begin; insert into mg_idempotency (key_hash, body_hash, claim_id, ends_ms)
      values ('key', 'body', 'other', ${clock.now() + 60_000})`);
    await assert.rejects(idempotency.begin('key', 'body', 2_000_000), isStoreUnavailable);
    // Given back at once, too, which finds nothing yet.
    const given = `select from pg_stat_activity where datname = current_database()
      and state = 'idle' and query like 'delete from "mg_idempotency"%'`;
    await until('the first try', async () => (await watching.query(given)).rowCount === 1);
    await other.query('rollback');
    const claims = async () => (await other.query('select from mg_idempotency')).rowCount;
    await until('the claim', async () => (await claims()) === 1);
    await until('its end', async () => {
      clock.advance(60_000);
      return (await claims()) === 0;
    });
    assert.ok(clock.now() < systemClock.now() + 1_000_000, 'it ended with its lease');
    await other.end();
    await watching.end();
    await close();
  });

  it('a pooler that drops what LISTEN brings: a change of another process is found by polling', async () => {
    const url = await shared().createDatabase();
    const proxy = await startProxy(url, { dropsNotices: true });
    const behind = await openStores(proxy.url, { pollMs: 200 });
    const other = await openStores(url);
    const before = await behind.stores.models.revision();
    const { revision } = await other.admin.catalog.import(catalogOf(1, 3));
    assert.notEqual(revision, before);
    await until('the change', async () => (await behind.stores.models.revision()) === revision);
    await behind.close();
    await other.close();
    await proxy.close();
  });

  it('a change of another process arrives by LISTEN, long before polling', async () => {
    const url = await shared().createDatabase();
    const here = await openStores(url, { pollMs: 600_000 });
    const other = await openStores(url);
    const { revision } = await other.admin.catalog.import(catalogOf(1, 3));
    await until('the change', async () => (await here.stores.models.revision()) === revision);
    await here.close();
    await other.close();
  });
});

async function bodyOf(answer: ReturnType<ReturnType<typeof createGateway>['handle']>) {
  const body = (await answer)?.body;
  if (body?.kind === 'bytes') return Buffer.concat(body.parts).toString();
  return JSON.stringify(body?.kind === 'json' ? body.value : body);
}
