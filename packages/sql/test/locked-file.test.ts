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
});
