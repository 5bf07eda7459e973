import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createManualClock, isStoreUnavailable } from '@model-gateway/core';
import { openStores } from '@model-gateway/sql';
import { temporaryFolder } from './support/temporary-folder.ts';

const ACCOUNT = 'acme';
const START = Date.UTC(2026, 0, 1);

describe('a file that another connection has locked, with a clock that stands still', () => {
  const folder = temporaryFolder();
  after(() => folder.remove());

  const opened = async (name: string, busyTimeoutMs: number) => {
    const file = path.join(folder.path, name);
    const clock = createManualClock(START);
    const stores = await openStores(`sqlite:${file}`, { clock, busyTimeoutMs });
    await stores.admin.accounts.create({ id: ACCOUNT, credits: '10' });
    const other = new DatabaseSync(file);
    return { ...stores, other };
  };

  it('is written once the lock is gone', async () => {
    const { other, ledger, close } = await opened('freed.db', 60_000);
    other.exec('begin immediate');
    const waiting = ledger.reserve(ACCOUNT, '1');
    // After the first attempt, which found the lock.
    setImmediate(() => other.exec('commit'));
    assert.ok(await waiting);
    other.close();
    await close();
  });

  it('is given up after busyTimeoutMs', async () => {
    const { other, ledger, close } = await opened('held.db', 20);
    other.exec('begin immediate');
    await assert.rejects(
      ledger.reserve(ACCOUNT, '1'),
      (error) => isStoreUnavailable(error) && error.reason === 'busy',
    );
    other.exec('commit');
    other.close();
    await close();
  });

  it('is tried for all payments that come meanwhile together', async () => {
    const { other, ledger, close } = await opened('queue.db', 200);
    other.exec('begin immediate');
    const errors: Promise<unknown>[] = [];
    for (let payment = 0; payment < 30; payment++) {
      errors.push(
        ledger.reserve(ACCOUNT, '1').then(
          () => undefined,
          (error: unknown) => error,
        ),
      );
      await nextTurn();
    }
    const tries = new Set(await Promise.all(errors));
    for (const error of tries) assert.ok(isStoreUnavailable(error) && error.reason === 'busy');
    // The first, those of the turns until it waited, and the rest.
    assert.ok(tries.size <= 3, `tried ${tries.size} times, each for busyTimeoutMs`);
    other.exec('commit');
    other.close();
    await close();
  });

  it('is read meanwhile, and refuses everything that writes after the same time', async () => {
    const { other, stores, admin, meter, ledger, close } = await opened('busy.db', 500);
    other.exec('begin immediate');
    const ended: string[] = [];
    const noted = (what: string, work: Promise<unknown>) =>
      work.then(
        () => ended.push(`${what} done`),
        (error: unknown) => ended.push(`${what} ${isStoreUnavailable(error) ? error.reason : ''}`),
      );
    const start = performance.now();
    await Promise.all([
      ...Array.from({ length: 20 }, (_, i) => noted('take', meter.take(`key ${i}`, 1, 10))),
      ...Array.from({ length: 5 }, (_, i) =>
        noted('create', admin.accounts.create({ id: `${i}` })),
      ),
      noted('reserve', ledger.reserve(ACCOUNT, '1')),
      noted('read', stores.generations.find('ada', 'gen-1')),
      noted('show', admin.accounts.show(ACCOUNT)),
    ]);
    const took = performance.now() - start;
    assert.deepEqual(ended.slice(0, 2).toSorted(), ['read done', 'show done']);
    const refused = ended.slice(2);
    assert.ok(
      refused.every((end) => end.endsWith(' busy')),
      refused.join(', '),
    );
    assert.ok(took < 13 * 500, `26 writes took ${took} ms`);
    other.exec('commit');
    assert.ok(await ledger.reserve(ACCOUNT, '1'));
    other.close();
    await close();
  });
});
