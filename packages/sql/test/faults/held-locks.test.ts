// System, with others: starts a database server.
import assert from 'node:assert/strict';
import { after, afterEach, before, it, type TestContext } from 'node:test';
import { createManualClock, isStoreUnavailable, type Budget } from '@model-gateway/core';
import { openStores, type PostgresClient, type Stores } from '@model-gateway/sql';
import pg from 'pg';
import { numbersTo } from '../../../conformance/src/stores/sample-records.ts';
import { heldDeadlines } from '../support/held-deadlines.ts';
import { startProxy, type Proxy } from '../support/proxy.ts';
import { until } from '../support/until.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';
import { ACCOUNT, fill } from './world.ts';

const NOON = Date.UTC(2026, 0, 14, 12);
/** A lock is waited for by two thirds of it, in which a test has to see that. */
const DEADLINE_MS = 6000;

/** Within which the server ends the transaction of a process that is gone. */
const IDLE_MS = 2000;

/* What VACUUM and CREATE INDEX CONCURRENTLY hold lets reservations and charges through. */
const LIKE_VACUUM = 'begin; lock table mg_usage_days in share update exclusive mode';

describeWithPostgres('a statement that waits for a lock, PostgreSQL', (server) => {
  let proxy: Proxy;
  let stores: Stores;
  let holder: pg.Client;
  let prober: pg.Client;
  before(async () => {
    const url = await server().createDatabase();
    proxy = await startProxy(url);
    const clock = createManualClock(NOON);
    stores = await openStores(proxy.url, { deadlineMs: DEADLINE_MS, clock });
    await fill(stores);
    [holder, prober] = [
      new pg.Client({ connectionString: url }),
      new pg.Client({ connectionString: url }),
    ];
    await holder.connect();
    await prober.connect();
  });
  afterEach(() => holder.query('rollback'));
  after(async () => {
    await holder.end();
    await prober.end();
    await stores.close();
    await proxy.close();
  });

  let keys = 0;
  /** Of a key that has never reserved within its limit. */
  const reserveFirst = ({ ledger } = stores) => {
    const id = String(++keys).padStart(64, '0');
    const budgets: Budget[] = [{ kind: 'key', id, usd: '100', reset: 'daily' }];
    const spender = { keyHash: id, userId: 'ada', workspaceId: 'w', organizationId: null };
    const given = { accountId: ACCOUNT, amount: '1', at: NOON, spender, budgets };
    return ledger.spending.reserve(given);
  };
  /** How many statements wait for a lock. */
  const waiting = async () => {
    const { rows } = await prober.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length;
  };
  const isWaiting = async () => (await waiting()) > 0;

  it('of a vacuum, with which a limit is counted, is refused before those behind it miss theirs', async (t) => {
    // None is missed, however long that takes.
    heldDeadlines(t, DEADLINE_MS);
    const reservation = await stores.ledger.reserve(ACCOUNT, '1');
    assert.ok(reservation);
    await holder.query(LIKE_VACUUM);
    const refused = assert.rejects(reserveFirst(), isStoreUnavailable);
    await until('the first one to wait', isWaiting);
    await stores.ledger.settle(reservation, '1');
    await refused;
  });

  const assertCalledOff = async (t: TestContext, { ledger }: Stores) => {
    const deadlines = heldDeadlines(t, DEADLINE_MS);
    await holder.query('begin; select from mg_credit_accounts for update');
    const refused = Promise.all(
      [1, 2, 3].map(() => assert.rejects(ledger.reserve(ACCOUNT, '1'), isStoreUnavailable)),
    );
    // One that begins later would have a deadline that nothing ends.
    await until('all of them to wait', async () => (await waiting()) === 3);
    deadlines.end();
    await refused;
    await until('nothing to wait', async () => !(await isWaiting()));
  };

  it('is not left to the server, which has a limit of connections, once it is refused', (t) =>
    assertCalledOff(t, stores));

  it("is not left to the server over a pool of the host's either", async (t) => {
    const pool = new pg.Pool({ connectionString: proxy.url });
    pool.on('connect', (client) => client.on('error', () => {}));
    const clock = createManualClock(NOON);
    const ofHost = await openStores({ pool }, { deadlineMs: DEADLINE_MS, clock });
    t.after(() => ofHost.close());
    await assertCalledOff(t, ofHost);
  });

  it('leaves half of the connections for other accounts', async (t) => {
    const clock = createManualClock(NOON);
    const own = await openStores(proxy.url, { deadlineMs: DEADLINE_MS, clock });
    const deadlines = heldDeadlines(t, DEADLINE_MS);
    await own.admin.accounts.create({ id: 'other', credits: '10' });
    await holder.query(`begin; select from mg_credit_accounts where id = '${ACCOUNT}' for update`);
    let ended = 0;
    const refused = numbersTo(20).map(() =>
      assert.rejects(own.ledger.reserve(ACCOUNT, '1'), isStoreUnavailable).finally(() => ended++),
    );
    await until('one to wait', isWaiting);
    const made = own.ledger.reserve('other', '1');
    let isMade = false;
    void made.then(() => (isMade = true));
    await until('the other account', () => isMade);
    assert.equal(ended, 0);
    await until('the refusals', () => {
      deadlines.end();
      return ended === refused.length;
    });
    await Promise.all(refused);
    await holder.query('rollback');
    assert.ok(await own.ledger.reserve(ACCOUNT, '1'));
    await own.close();
  });

  it('of a process whose network is gone goes on soon, when the server has ended its transaction', async (t) => {
    const deadlines = heldDeadlines(t, IDLE_MS);
    const own = new pg.Pool({ connectionString: proxy.url });
    own.on('connect', (client) => client.on('error', () => {}));
    const pool = cutAfter(own, /^lock table/);
    const gone = await openStores(
      { pool },
      { deadlineMs: IDLE_MS, clock: createManualClock(NOON) },
    );
    const lost = assert.rejects(reserveFirst(gone), isStoreUnavailable);
    await until('the locks of the one that is lost', () => pool.isCut);
    // Waits for those, within the deadline of its own stores.
    await until('another one', async () => 'id' in (await reserveFirst()));
    deadlines.end();
    await lost;
    await gone.close();
  });

  it('is refused within its deadline, where the server falls silent meanwhile', async (t) => {
    const deadlines = heldDeadlines(t, DEADLINE_MS);
    await holder.query(LIKE_VACUUM);
    const refused = assert.rejects(reserveFirst(), isStoreUnavailable);
    let isRefused = false;
    void refused.finally(() => (isRefused = true));
    await until('it to wait', isWaiting);
    proxy.silence();
    let ended = 0;
    await until('the refusal', () => {
      ended += deadlines.end();
      return isRefused;
    });
    await refused;
    // That of the statement, and of what ends its transaction.
    assert.ok(ended <= 3, `${ended} deadlines had to end`);
  });
});

/** A pool whose network is gone once a statement is done: nothing arrives any more, no end either. */
function cutAfter(pool: pg.Pool, statement: RegExp) {
  const lost: pg.PoolClient[] = [];
  const cut = {
    isCut: false,
    async connect(): Promise<PostgresClient> {
      const client = await pool.connect();
      return {
        async query({ text, values }) {
          if (cut.isCut) return new Promise<never>(() => {});
          const result = await client.query(text, values);
          if (statement.test(text)) cut.isCut = true;
          return result;
        },
        release() {
          if (cut.isCut) lost.push(client);
          else client.release();
        },
      };
    },
    async end() {
      for (const client of lost) client.release(true);
      await pool.end();
    },
  };
  return cut;
}
