import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock, type Clock } from '@model-gateway/core';
import { openStores } from '@model-gateway/sql';
import { temporaryFolder } from './support/temporary-folder.ts';

const HOUR_MS = 60 * 60_000;

/** A clock that an operator, or a virtual machine that comes back from a snapshot, sets back. */
function createSettableClock(): Clock & { setBack(milliseconds: number): void } {
  const manual = createManualClock(Date.UTC(2026, 0, 1));
  let behind = 0;
  return {
    now: () => manual.now() - behind,
    after: manual.after,
    setBack(milliseconds) {
      behind += milliseconds;
    },
  };
}

describe('a clock that was set back, SQLite', () => {
  it('does not keep a process from seeing that another one disabled a key', async () => {
    const folder = temporaryFolder();
    const clock = createSettableClock();
    const open = () => openStores(`sqlite:${folder.path}/gateway.db`, { clock });
    const [one, other] = [await open(), await open()];
    const { key } = await one.admin.keys.create({
      label: 'leaked',
      userId: 'ada',
      workspaceId: '10000000-0000-4000-8000-000000000001',
    });
    assert.equal((await one.stores.keys.findByHash(key.hash))?.state, 'active');
    clock.setBack(HOUR_MS);
    await other.admin.keys.disable(key.hash);
    assert.equal((await one.stores.keys.findByHash(key.hash))?.state, 'disabled');
    for (const each of [one, other]) await each.close();
    folder.remove();
  });
});
