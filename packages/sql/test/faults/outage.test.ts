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
import { openStores, type PostgresPool, type StoreReport } from '@model-gateway/sql';
import { aRequest } from '../../../core/test/builders.ts';
import { heldDeadlines } from '../support/held-deadlines.ts';
import { amount } from '../support/long-tests.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { startProxy } from '../support/proxy.ts';
import { until } from '../support/until.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';
import { ACCOUNT, catalogOf, DESTINATION_ID, fill, MANAGEMENT_KEY } from './world.ts';

const AWAY_MS = amount({ short: 500, long: 5000 });
/** Far longer than a busy machine takes. */
const DEADLINE_MS = 60_000;

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
      deadlineMs: DEADLINE_MS,
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
      // At once, and not at the deadline.
      await assert.rejects(
        ledger.reserve(ACCOUNT, '1'),
        (error) => isStoreUnavailable(error) && error.reason === 'away',
      );
    }
    await until('the time to be over', () => systemClock.now() - goneAt >= AWAY_MS);
    const outages = () => reports.flatMap((each) => (each.type === 'outage' ? [each.of] : []));
    await until('a poll to fail', () => outages().includes('reads'));
    assert.deepEqual(outages().toSorted(), ['reads', 'writes']);

    server.control.start();
    await until('writes to work again', async () => {
      const reservation = await ledger.reserve(ACCOUNT, '1').catch(() => undefined);
      return reservation !== undefined;
    });
    await until('both recoveries and LISTEN to be reported', () => {
      const types = reports.map(({ type }) => type);
      return (
        types.filter((type) => type === 'recovered').length >= 2 && types.includes('listening')
      );
    });
    assert.equal((await admin.accounts.audit(ACCOUNT)).isSound, true);
    await admin.catalog.import(catalogOf(2, 3));
    assert.match(await bodyOf(gateway.handle(listModels)), /generation 2/);
    await close();
  });

  it('a half-open connection: a statement ends at its deadline, the next one works', async (t) => {
    const url = await shared().createDatabase();
    const proxy = await startProxy(url);
    // Nothing goes on in the background that could have the connection that falls silent.
    const opened = await openStores(proxy.url, {
      clock: createManualClock(systemClock.now()),
      listen: false,
      connections: 1,
      deadlineMs: DEADLINE_MS,
    });
    const { stores, ledger, close } = opened;
    await fill(opened);
    assert.ok(await stores.destinations.get(DESTINATION_ID));

    proxy.silence();
    const deadlines = heldDeadlines(t, DEADLINE_MS);
    const silent = assert.rejects(
      async () => stores.destinations.get(DESTINATION_ID),
      (error) => isStoreUnavailable(error) && error.reason === 'deadline',
    );
    await until('the statement to be sent', () => proxy.unanswered > 0);
    deadlines.end();
    await silent;
    assert.ok(await stores.destinations.get(DESTINATION_ID));
    assert.ok(await ledger.reserve(ACCOUNT, '1'));
    await close();
    await proxy.close();
  });

  it('a reservation past its deadline: what the database makes of it all the same is freed', async (t) => {
    const url = await shared().createDatabase();
    const clock = createManualClock(systemClock.now());
    const pool = poolWithoutCancel(url);
    const opened = await openStores({ pool }, { clock, deadlineMs: DEADLINE_MS });
    await fill(opened);
    const deadlines = heldDeadlines(t, DEADLINE_MS);
    const locking = await connected(url);
    await locking.query('begin; select from mg_credit_accounts for update');
    const late = assert.rejects(
      opened.ledger.reserve(ACCOUNT, '1'),
      (error) => isStoreUnavailable(error) && error.reason === 'deadline',
    );
    await until('the reservation to wait', async () => (await waiting(locking)) === 1);
    deadlines.end();
    await late;
    await locking.query('commit');
    await locking.end();
    const reserved = async () => (await opened.admin.accounts.show(ACCOUNT))?.reserved;
    await until('the reservation', async () => (await reserved()) === '1');
    // Long before it expires.
    clock.advance(60_000);
    await until('its end', async () => (await reserved()) === '0');
    assert.equal((await opened.admin.accounts.audit(ACCOUNT)).isSound, true);
    await opened.close();
  });

  it('a claim of an idempotency key past its deadline is given back', async (t) => {
    const url = await shared().createDatabase();
    const clock = createManualClock(systemClock.now());
    const pool = poolWithoutCancel(url);
    const { idempotency, close } = await openStores({ pool }, { clock, deadlineMs: DEADLINE_MS });
    const deadlines = heldDeadlines(t, DEADLINE_MS);
    const [other, watching] = [await connected(url), await connected(url)];
    await other.query(`begin; insert into mg_idempotency (key_hash, body_hash, claim_id, ends_ms)
      values ('key', 'body', 'other', ${clock.now() + 60_000})`);
    const late = assert.rejects(idempotency.begin('key', 'body', 2_000_000), isStoreUnavailable);
    await until('the claim to wait', async () => (await waiting(watching)) === 1);
    deadlines.end();
    await late;
    // Given back at once, too, which finds nothing yet.
    const given = `select from pg_stat_activity where datname = current_database()
      and state = 'idle' and query like 'delete from "mg_idempotency"%'`;
    await until('the first try', async () => (await watching.query(given)).rowCount === 1);
    await other.query('rollback');
    const claims = async () => (await other.query('select from mg_idempotency')).rowCount;
    await until('the claim', async () => (await claims()) === 1);
    // Long before its lease ends.
    clock.advance(60_000);
    await until('its end', async () => (await claims()) === 0);
    await other.end();
    await watching.end();
    await close();
  });

  it('a pooler that drops what LISTEN brings: a change of another process is found by polling', async () => {
    const url = await shared().createDatabase();
    const proxy = await startProxy(url, { dropsNotices: true });
    const behind = await openStores(proxy.url, { pollMs: 200, deadlineMs: DEADLINE_MS });
    const other = await openStores(url, { deadlineMs: DEADLINE_MS });
    const before = await behind.stores.models.revision();
    const { revision } = await other.admin.catalog.import(catalogOf(1, 3));
    assert.notEqual(revision, before);
    await until('the change', async () => (await behind.stores.models.revision()) === revision);
    await behind.close();
    await other.close();
    await proxy.close();
  });

  it('a change of another process arrives by LISTEN, long before polling', async (t) => {
    const url = await shared().createDatabase();
    const here = await openStores(url, { pollMs: 600_000, deadlineMs: DEADLINE_MS });
    const other = await openStores(url, { deadlineMs: DEADLINE_MS });
    t.after(() => other.close());
    const { revision } = await other.admin.catalog.import(catalogOf(1, 3));
    await until('the change', async () => (await here.stores.models.revision()) === revision);
    await here.close();
  });
});

/** Clients that say nothing of their connections, so that no statement is called off. */
function poolWithoutCancel(connectionString: string): PostgresPool {
  const pool = new pg.Pool({ connectionString });
  return {
    async connect() {
      const client = await pool.connect();
      return {
        query: (query) => client.query(query),
        release: (error) => client.release(error),
      };
    },
    end: () => pool.end(),
  };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** How many statements wait for a lock. */
async function waiting(client: pg.Client): Promise<number | null> {
  const { rowCount } = await client.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rowCount;
}

async function bodyOf(answer: ReturnType<ReturnType<typeof createGateway>['handle']>) {
  const body = (await answer)?.body;
  if (body?.kind === 'bytes') return Buffer.concat(body.parts).toString();
  return JSON.stringify(body?.kind === 'json' ? body.value : body);
}
