import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { SqliteConnection } from '../src/dialect/sqlite/connection.ts';
import { SqliteDriver } from '../src/dialect/sqlite/driver.ts';
import { LockWaits } from '../src/dialect/sqlite/lock-waits.ts';
import { Turns } from '../src/dialect/sqlite/turns.ts';

const BUSY = Object.assign(new Error('database is locked'), { errcode: 5 });

describe('the end of a connection to a SQLite file', () => {
  it('comes after a statement that only then finds the file locked', async () => {
    const turns = new Turns();
    const waits = new LockWaits(turns, 60_000);
    const database = new DatabaseSync(':memory:');
    let isClosed = false;
    let isLocked = true;
    const driver = new SqliteDriver({
      connection: new SqliteConnection(database),
      turns,
      waits,
      close() {
        isClosed = true;
        database.close();
      },
    });
    // A transaction that is still open.
    await turns.begin();
    const statement = waits.run(() => {
      if (isLocked) throw BUSY;
      return isClosed ? 'closed' : 'done';
    });
    const ended = driver.destroy();
    turns.end();
    setImmediate(() => (isLocked = false));
    assert.equal(await statement, 'done');
    await ended;
    assert.equal(isClosed, true);
  });
});
