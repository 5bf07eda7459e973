// System: the suites on a PostgreSQL in WebAssembly.
import { after, before } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { openStores } from '@model-gateway/sql';
import { bindCharges } from '../support/bind-charges.ts';
import { bindStores, type OpenFresh } from '../support/bind-stores.ts';
import { pgliteAsPool } from '../support/pglite-pool.ts';
import { EMPTY_TABLES } from '../support/tables.ts';

let database: PGlite;
before(async () => {
  database = await PGlite.create();
  await (await openStores({ pool: pgliteAsPool(database) })).close();
});
after(() => database.close());

const open: OpenFresh = async (options) => {
  await database.exec(EMPTY_TABLES);
  return openStores({ pool: pgliteAsPool(database) }, { migrate: false, ...options });
};
bindStores(open);
bindCharges(open);
