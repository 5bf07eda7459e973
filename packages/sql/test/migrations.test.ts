import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import {
  migrateDatabase,
  openStores,
  SCHEMA_VERSION,
  SchemaVersionError,
} from '@model-gateway/sql';
import { temporaryFolder } from './support/temporary-folder.ts';

describe('migrations', () => {
  const folder = temporaryFolder();
  after(() => folder.remove());
  let files = 0;
  const newFile = () => `${folder.path}/${++files}.db`;

  it('run when stores are first opened, and then not again', async () => {
    const file = newFile();
    await (await openStores(`sqlite:${file}`)).close();
    const steps = await migrateDatabase(`sqlite:${file}`);
    assert.deepEqual(steps, { from: SCHEMA_VERSION, to: SCHEMA_VERSION });
  });

  it('do not run with migrate: false; a database without tables is refused', async () => {
    const opening = openStores(`sqlite:${newFile()}`, { migrate: false });
    await assert.rejects(opening, (error) => {
      assert.ok(error instanceof SchemaVersionError);
      assert.match(error.message, new RegExp(`schema 0, .* needs schema ${SCHEMA_VERSION}: call`));
      return true;
    });
  });

  it('refuse a schema of a later version and name both', async () => {
    const file = newFile();
    await migrateDatabase(`sqlite:${file}`);
    const raw = new DatabaseSync(file);
    raw.exec('update mg_schema set version = 99');
    raw.close();
    for (const opening of [openStores(`sqlite:${file}`), migrateDatabase(`sqlite:${file}`)]) {
      await assert.rejects(opening, (error) => {
        assert.ok(error instanceof SchemaVersionError);
        assert.deepEqual([error.found, error.supported], [99, SCHEMA_VERSION]);
        assert.match(error.message, new RegExp(`schema 99, .* schemas up to ${SCHEMA_VERSION}`));
        return true;
      });
    }
  });
});

describe('a location', () => {
  for (const [what, location, expected] of [
    ['of another kind', 'mysql://user:hunter2@db.example/x', /got "mysql:…"$/],
    ['without a kind', 'gateway.db', /expected "sqlite:FILE".* got "gateway\.db"$/],
    ['of keys and values', 'host=db user=x password=hunter2', /got "…"$/],
    ['of keys and values with a colon', 'host=db password=hunter2:x', /got "…"$/],
    ['of a file without a name', 'sqlite:', /expected "sqlite:FILE"/],
    ['in a folder that is not there', 'sqlite:/nowhere/gateway.db', /cannot be opened/],
    ['of a server that is not there', 'postgres://x:hunter2@127.0.0.1:1/x', /cannot be reached/],
  ] as const) {
    it(`${what} is refused in words that hold no password`, async () => {
      await assert.rejects(openStores(location, { deadlineMs: 5000 }), (error) => {
        assert.ok(error instanceof Error);
        assert.match(error.message, expected);
        assert.ok(!error.message.includes('hunter2'));
        return true;
      });
    });
  }
});
