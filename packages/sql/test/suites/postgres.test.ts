// System, with others: the suites on a PostgreSQL server; `pnpm test` runs them on SQLite.
import { after, before } from 'node:test';
import pg from 'pg';
import { openStores } from '@model-gateway/sql';
import { bindCharges } from '../support/bind-charges.ts';
import { bindStores, type OpenFresh } from '../support/bind-stores.ts';
import { EMPTY_TABLES } from '../support/tables.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';

/** Only a failing case waits that long; a process that pauses may take 3 s to connect. */
const DEADLINE_MS = 60_000;

describeWithPostgres('PostgreSQL', (server) => {
  let url: string;
  let client: pg.Client;
  before(async () => {
    url = await server().createDatabase();
    await (await openStores(url, { deadlineMs: DEADLINE_MS })).close();
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });
  after(() => client.end());

  const open: OpenFresh = async (options) => {
    await client.query(EMPTY_TABLES);
    return openStores(url, { migrate: false, deadlineMs: DEADLINE_MS, ...options });
  };
  bindStores(open);
  bindCharges(open);
});
