import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isStoreUnavailable } from '@model-gateway/core';
import { openStores } from '@model-gateway/sql';
import { sql } from 'kysely';
import { connected } from './support/connected.ts';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const readsUris = major > 22 || (major === 22 && minor >= 15);

for (const location of ['sqlite::memory:', 'sqlite::memory:named']) {
  const skip = !readsUris && 'Node before 22.15 does not read URIs';
  it(`${location} is a file of memdb`, { skip }, async () => {
    const { db, close } = await connected(location);
    // Exclusive where it is `:memory:` for SQLite. Both have a journal in memory, and no name.
    const { rows } = await sql`pragma main.locking_mode`.execute(db);
    assert.deepEqual(
      rows.map((row) => ({ ...(row as object) })),
      [{ locking_mode: 'normal' }],
    );
    await close();
  });
}

it('a database in memory that is full refuses writes and goes on with what it has', async () => {
  const { admin, ledger, stores, close } = await openStores('sqlite::memory:full');
  const { db, close: closeSame } = await connected('sqlite::memory:full');
  await admin.accounts.create({ id: 'acme', credits: '10' });
  assert.ok(await ledger.reserve('acme', '1'));

  // Stands for the most that SQLite lets a file in memory have, which would take 1 GiB.
  await sql`pragma max_page_count = 1`.execute(db);
  const reservations = Array.from({ length: 200 }, () => ledger.reserve('acme', '0.01'));
  const outcomes = await Promise.allSettled(reservations);
  const [refusal] = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  );
  assert.ok(isStoreUnavailable(refusal) && refusal.reason === 'full');
  assert.match(refusal.message, /memory/);
  assert.equal((await admin.accounts.show('acme'))?.free, '9');
  assert.equal(await stores.keys.findByHash('unknown'), undefined);

  await sql`pragma max_page_count = 100000`.execute(db);
  assert.ok(await ledger.reserve('acme', '1'));
  assert.equal((await admin.accounts.audit('acme')).isSound, true);
  await Promise.all([close(), closeSame()]);
});
