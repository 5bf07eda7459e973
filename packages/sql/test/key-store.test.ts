import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createManualClock } from '@model-gateway/core';
import { Changes } from '../src/changes.ts';
import type { Database } from '../src/database.ts';
import { createChangeKeys } from '../src/key-changes.ts';
import { createKeyStore } from '../src/key-store.ts';
import { KeyUsage } from '../src/key-usage.ts';

const HASH = 'a'.repeat(64);
const STALE_SECONDS = 30;

/** The key store of a process over a table with one key, which `read` answers for. */
function storeOver(read: () => Promise<'active' | 'disabled'>) {
  const manual = createManualClock(0);
  let behind = 0;
  const clock = { ...manual, now: () => manual.now() - behind };
  const find = async ({ digest }: { digest: string }) => {
    const state = await read();
    return [{ hash: digest, digest, state, allowed_models: null, workspace_state: null }];
  };
  // The store, its changes and its usage ask for nothing else.
  const database = {
    prepare: () => find,
    changes: { watch() {}, look: () => undefined },
  } as unknown as Database;
  const changes = new Changes(database, clock);
  const usage = new KeyUsage(database, clock, () => {});
  const store = createKeyStore(database, changes, createChangeKeys(database, changes), usage, {
    staleKeySeconds: STALE_SECONDS,
    unguarded: new WeakSet(),
  });
  const keysChangeTo = (revision: string) =>
    changes.apply(changes.beginReading(), [{ topic: 'keys', revision }]);
  keysChangeTo('first');
  const setBack = (milliseconds: number) => {
    behind += milliseconds;
  };
  return { store, clock, setBack, keysChangeTo };
}

describe('the key store', () => {
  it('serves a key from memory while the database is away, and no longer than staleKeySeconds', async () => {
    let isAway = false;
    const { store, clock } = storeOver(async () => {
      if (isAway) throw new Error('away');
      return 'active';
    });
    await store.findByHash(HASH);
    isAway = true;
    clock.advance(STALE_SECONDS * 1000);
    assert.equal((await store.findByHash(HASH))?.state, 'active');
    clock.advance(1);
    await assert.rejects(async () => store.findByHash(HASH), /away/);
  });

  it('serves it for no longer after the clock was set back', async () => {
    let isAway = false;
    const { store, clock, setBack } = storeOver(async () => {
      if (isAway) throw new Error('away');
      return 'active';
    });
    await store.findByHash(HASH);
    isAway = true;
    setBack(3_600_000);
    assert.equal((await store.findByHash(HASH))?.state, 'active');
    clock.advance(STALE_SECONDS * 1000 + 1);
    await assert.rejects(async () => store.findByHash(HASH), /away/);
  });

  it('does not keep a key that was read before a change and arrived after it', async () => {
    let arrive = (_state: 'active') => {};
    const early = new Promise<'active'>((resolve) => (arrive = resolve));
    let reads = 0;
    const { store, keysChangeTo } = storeOver(() =>
      ++reads === 1 ? early : Promise.resolve('disabled'),
    );
    const before = store.findByHash(HASH);
    keysChangeTo('second');
    arrive('active');
    assert.equal((await before)?.state, 'active');
    assert.equal((await store.findByHash(HASH))?.state, 'disabled');
  });
});
