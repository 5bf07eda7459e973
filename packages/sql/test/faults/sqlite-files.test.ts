// System: mounts a small disk, and starts processes without the rights of root.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { createManualClock, isStoreUnavailable, systemClock } from '@model-gateway/core';
import { openStores, type StoreReport } from '@model-gateway/sql';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { NO_SETPRIV, withoutRights } from '../support/without-rights.ts';
import { startWorker } from '../support/worker.ts';
import { ACCOUNT, catalogOf, DESTINATION_ID, fill } from './world.ts';

const isRoot = process.getuid?.() === 0;

describe('a SQLite file', () => {
  const folder = temporaryFolder();
  after(() => folder.remove());
  chmodSync(folder.path, 0o755);

  it('that may only be read can be read; writes are refused with a reason, reported once', async (t) => {
    const prefix = withoutRights();
    if (prefix === undefined) return t.skip(NO_SETPRIV);
    const inside = path.join(folder.path, 'read-only');
    mkdirSync(inside);
    const file = path.join(inside, 'gateway.db');
    const stores = await openStores(`sqlite:${file}`);
    await fill(stores);
    // Open meanwhile, as another user's server would be, so that the files of the log stay.
    chmodSync(file, 0o444);
    chmodSync(inside, 0o555);
    for (const log of [`${file}-wal`, `${file}-shm`]) chmodSync(log, 0o444);
    const reader = startWorker('try', `sqlite:${file}`, [], { prefix });
    await reader.done();
    assert.deepEqual(reader.lines, [
      `read ${DESTINATION_ID}`,
      'write read-only',
      'write read-only',
      'write read-only',
      'reports outage',
    ]);
    chmodSync(inside, 0o755);
    await stores.close();
  });

  it('on a disk that is full: what was acknowledged is there, reads go on, and room helps', async (t) => {
    const disk = path.join(folder.path, 'disk');
    mkdirSync(disk);
    const { status } = isRoot
      ? spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk])
      : { status: 1 };
    if (status !== 0) return t.skip('needs root and the right to mount a small tmpfs');
    t.after(() => spawnSync('umount', [disk]));
    const reports: StoreReport[] = [];
    const stores = await openStores(`sqlite:${disk}/gateway.db`, {
      onReport: (report) => reports.push(report),
    });
    await fill(stores);
    await stores.admin.catalog.import(catalogOf(1, 200));

    await assert.rejects(
      stores.admin.catalog.import(catalogOf(2, 20_000)),
      (error) => isStoreUnavailable(error) && error.reason === 'full',
    );
    const { entries } = await stores.stores.models.snapshot();
    assert.deepEqual(
      [entries.length, new Set(entries.map(({ model }) => model.name))],
      [200, new Set(['generation 1'])],
    );
    assert.equal(reports.filter(({ type }) => type === 'outage').length, 1);

    spawnSync('mount', ['-o', 'remount,size=200m', disk]);
    await stores.admin.catalog.import(catalogOf(3, 2000));
    assert.equal((await stores.stores.models.snapshot()).entries.length, 2000);
    assert.equal((await stores.admin.accounts.audit(ACCOUNT)).isSound, true);
    assert.ok(reports.some(({ type }) => type === 'recovered'));
    await stores.close();
  });

  it('that another process has locked: reads go on, a write waits busyTimeoutMs without holding up anything', async () => {
    const file = path.join(folder.path, 'locked.db');
    const stores = await openStores(`sqlite:${file}`, { busyTimeoutMs: 60_000 });
    await fill(stores);
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    const waiting = stores.ledger.reserve(ACCOUNT, '1');
    let isOver = false;
    void waiting.finally(() => (isOver = true));
    // The process does other things meanwhile.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(isOver, false);

    // Its own sweep would wait, too.
    const clock = createManualClock(systemClock.now());
    const hasty = await openStores(`sqlite:${file}`, { clock, busyTimeoutMs: 300, migrate: false });
    const start = systemClock.now();
    await assert.rejects(
      hasty.ledger.reserve(ACCOUNT, '1'),
      (error) => isStoreUnavailable(error) && error.reason === 'busy',
    );
    assert.ok(systemClock.now() - start >= 290);
    assert.ok(await hasty.stores.destinations.get(DESTINATION_ID));
    other.exec('commit');
    assert.ok(await waiting);
    other.close();
    await hasty.close();
    await stores.close();
  });
});
