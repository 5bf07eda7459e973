// System: starts a PostgreSQL in WebAssembly.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { openStores, type PostgresPool, type Stores } from '@model-gateway/sql';
import { createApp } from './app.ts';
import { seed } from './seed.ts';

describe('the PostgreSQL example', () => {
  let database: PGlite;
  let stores: Stores;
  let key: string | undefined;
  let server: Server;
  let url: string;

  before(async () => {
    database = await PGlite.create();
    stores = await openStores({ pool: poolOf(database) }, { deadlineMs: 60_000 });
    key = await seed(stores);
    server = createApp(stores).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Listening on a TCP port, so the address is one.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await stores.close();
    await database.close();
  });

  const listed = async () => {
    const response = await fetch(`${url}/v1/models`, {
      headers: { authorization: `Bearer ${key}` },
    });
    assert.equal(response.status, 200);
    const { data } = await response.json();
    return data.map(({ id }: { id: string }) => id);
  };

  it('lists the models of its catalog file to the key that it minted', async () => {
    assert.match(key ?? '', /^mg-v1-/);
    assert.deepEqual(await listed(), ['acme/quill-1']);
  });

  it('asks for a key', async () => {
    assert.equal((await fetch(`${url}/v1/models`)).status, 401);
  });

  it('is seeded once', async () => {
    assert.equal(await seed(stores), undefined);
    assert.deepEqual(await listed(), ['acme/quill-1']);
  });

  it('has credit on the account that the key pays with', async () => {
    assert.equal((await stores.admin.accounts.show('example'))?.free, '10');
  });
});

/** PostgreSQL in this process, as a pool of one connection: a real server needs nothing of this. */
function poolOf(database: PGlite): PostgresPool {
  let last: Promise<void> = Promise.resolve();
  return {
    async connect() {
      const before = last;
      let release = () => {};
      last = new Promise((resolve) => {
        release = resolve;
      });
      await before;
      return {
        async query({ text, values }) {
          const { rows, affectedRows = 0 } = await database.query(text, values);
          const command = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? '';
          return { command, rowCount: affectedRows, rows };
        },
        release,
      };
    },
    end: async () => {},
  };
}
