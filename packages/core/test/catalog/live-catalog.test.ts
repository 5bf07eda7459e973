import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  CatalogError,
  createManualClock,
  createMemoryModelStore,
  type CatalogEntry,
  type CatalogIndex,
  type ModelStore,
} from '@model-gateway/core';
import { aGateway, anEntry, get, ids, NOW, someEntries, stored } from '../builders.ts';

/* The catalog while it changes: built once per revision, swapped in one step, a bad one refused. */

const BAD: readonly CatalogEntry[] = [anEntry({ name: stored(42) })];

/** A memory store that counts, and the gateway over it. */
function observed(entries: readonly CatalogEntry[], revision = 'r1') {
  const inner = createMemoryModelStore(entries, revision);
  let snapshots = 0;
  const models: ModelStore = {
    revision: () => inner.revision(),
    snapshot: () => {
      snapshots++;
      return inner.snapshot();
    },
  };
  const indexed: CatalogIndex[] = [];
  const errors: unknown[] = [];
  const gateway = aGateway({
    models,
    onCatalog: (index) => void indexed.push(index),
    onError: (error) => void errors.push(error),
  });
  return {
    gateway,
    replace: inner.replace.bind(inner),
    snapshots: () => snapshots,
    revisions: () => indexed.map(({ revision: one }) => one),
    errors,
  };
}

describe('a catalog revision', () => {
  it('is read once for many requests', async () => {
    const { gateway, snapshots } = observed(someEntries(2));
    for (let i = 0; i < 5; i++) await ids(gateway, '');
    assert.equal(snapshots(), 1);
  });

  it('is read once for requests that come at the same time', async () => {
    const { gateway, snapshots, revisions } = observed(someEntries(2));
    const answers = await Promise.all(Array.from({ length: 20 }, () => ids(gateway, '')));
    for (const found of answers) assert.deepEqual(found, ['acme/1', 'acme/2']);
    assert.equal(snapshots(), 1);
    assert.deepEqual(revisions(), ['r1']);
  });

  it('is served as soon as the store names it', async () => {
    const { gateway, replace, revisions } = observed(someEntries(1));
    assert.deepEqual(await ids(gateway, ''), ['acme/1']);
    replace([anEntry({ id: 'acme/new' })], 'r2');
    assert.deepEqual(await ids(gateway, ''), ['acme/new']);
    assert.deepEqual(revisions(), ['r1', 'r2']);
  });

  it('is swapped once for requests that come at the same time', async () => {
    const { gateway, replace, snapshots } = observed(someEntries(1));
    await ids(gateway, '');
    replace(someEntries(3), 'r2');
    const answers = await Promise.all(Array.from({ length: 20 }, () => ids(gateway, '')));
    for (const found of answers) assert.equal(found.length, 3);
    assert.equal(snapshots(), 2);
  });

  it('may move between being named and being read', async () => {
    const inner = createMemoryModelStore(someEntries(1), 'r1');
    let snapshots = 0;
    const models: ModelStore = {
      revision: () => inner.revision(),
      snapshot: () => {
        if (++snapshots === 1) inner.replace(someEntries(2), 'r2');
        return inner.snapshot();
      },
    };
    const gateway = aGateway({ models });
    assert.equal((await ids(gateway, '')).length, 2);
    assert.equal((await ids(gateway, '')).length, 2);
    assert.equal(snapshots, 1);
  });

  it('is kept as it was read, whatever becomes of the caller’s array', async () => {
    const entries = someEntries(2);
    const { gateway } = observed(entries);
    entries.pop();
    assert.equal((await ids(gateway, '')).length, 2);
  });
});

describe('a bad catalog revision', () => {
  it('is refused and the one before it stays', async () => {
    const { gateway, replace } = observed(someEntries(2));
    await ids(gateway, '');
    replace(BAD, 'r2');
    assert.deepEqual(await ids(gateway, ''), ['acme/1', 'acme/2']);
  });

  it('is reported once, with its place', async () => {
    const { gateway, replace, errors, revisions, snapshots } = observed(someEntries(2));
    await ids(gateway, '');
    replace(BAD, 'r2');
    for (let i = 0; i < 3; i++) await ids(gateway, '');
    assert.equal(errors.length, 1);
    assert.ok(errors[0] instanceof CatalogError);
    assert.equal(errors[0].path, 'data[0].name');
    assert.deepEqual(revisions(), ['r1']);
    assert.equal(snapshots(), 2);
  });

  it('is reported once to requests that come at the same time', async () => {
    const { gateway, replace, errors } = observed(someEntries(2));
    await ids(gateway, '');
    replace(BAD, 'r2');
    await Promise.all(Array.from({ length: 20 }, () => ids(gateway, '')));
    assert.equal(errors.length, 1);
  });

  it('gives way to the next good one', async () => {
    const { gateway, replace, revisions } = observed(someEntries(2));
    await ids(gateway, '');
    replace(BAD, 'r2');
    await ids(gateway, '');
    replace(someEntries(3), 'r3');
    assert.equal((await ids(gateway, '')).length, 3);
    assert.deepEqual(revisions(), ['r1', 'r3']);
  });

  it('is a 500 when there was none before it', async () => {
    const { gateway } = observed(BAD);
    assert.equal((await get(gateway, '/models')).status, 500);
  });

  it('may be the first: the next good one is served', async () => {
    const { gateway, replace } = observed(BAD);
    await get(gateway, '/models');
    replace(someEntries(1), 'r2');
    assert.deepEqual(await ids(gateway, ''), ['acme/1']);
  });
});

describe('gateway.ready', () => {
  it('reads the catalog ahead of the first request', async () => {
    const { gateway, snapshots } = observed(someEntries(1));
    await gateway.ready();
    assert.equal(snapshots(), 1);
    await ids(gateway, '');
    assert.equal(snapshots(), 1);
  });

  it('rejects with CatalogError when the catalog is invalid', async () => {
    await assert.rejects(observed(BAD).gateway.ready(), CatalogError);
  });

  it('rejects with the store’s own error when that fails', async () => {
    const down = new Error('the store is down');
    const models: ModelStore = {
      revision: () => Promise.reject(down),
      snapshot: () => Promise.reject(down),
    };
    await assert.rejects(aGateway({ models }).ready(), down);
  });

  it('resolves after the catalog was repaired', async () => {
    const { gateway, replace } = observed(BAD);
    await assert.rejects(gateway.ready());
    replace(someEntries(1), 'r2');
    await gateway.ready();
  });
});

describe('a store that fails for a while', () => {
  /** A store over one model that fails while `outage` says so. */
  function aFailingStore({ isAtOnce = false } = {}) {
    const outage = { ofRevision: false, ofSnapshot: false };
    const content = { revision: 'r1', entries: [anEntry({ id: 'acme/1' })] };
    const revision = () => {
      if (outage.ofRevision) throw new Error('the database is away');
      return content.revision;
    };
    const store: ModelStore = {
      revision: isAtOnce ? revision : async () => revision(),
      async snapshot() {
        if (outage.ofSnapshot) throw new Error('the database is away');
        return { ...content };
      },
    };
    return { store, outage, content };
  }

  for (const isAtOnce of [false, true]) {
    const how = isAtOnce ? ', also one that needs no promise' : '';
    it(`does not take away what was served, and is reported once${how}`, async () => {
      const { store, outage } = aFailingStore({ isAtOnce });
      const errors: unknown[] = [];
      const gateway = aGateway({ models: store, onError: (error) => errors.push(error) });
      assert.deepEqual(await ids(gateway, ''), ['acme/1']);
      outage.ofRevision = true;
      for (let i = 0; i < 3; i++) assert.deepEqual(await ids(gateway, ''), ['acme/1']);
      assert.equal(errors.length, 1);
      outage.ofRevision = false;
      await ids(gateway, '');
      outage.ofRevision = true;
      await ids(gateway, '');
      assert.equal(errors.length, 2);
    });
  }

  it('is asked again, after a while, for a revision that it could not give', async () => {
    const { store, outage, content } = aFailingStore();
    const clock = createManualClock(NOW);
    const errors: unknown[] = [];
    const gateway = aGateway({ models: store, clock, onError: (error) => errors.push(error) });
    await ids(gateway, '');
    content.revision = 'r2';
    content.entries = [anEntry({ id: 'acme/2' })];
    outage.ofSnapshot = true;
    for (let i = 0; i < 5; i++) assert.deepEqual(await ids(gateway, ''), ['acme/1']);
    assert.equal(errors.length, 1);
    outage.ofSnapshot = false;
    clock.advance(5000);
    assert.deepEqual(await ids(gateway, ''), ['acme/2']);
  });

  it('is asked again as soon after the clock was set back', async () => {
    const { store, outage, content } = aFailingStore();
    const manual = createManualClock(NOW);
    let behind = 0;
    const clock = { ...manual, now: () => manual.now() - behind };
    const gateway = aGateway({ models: store, clock, onError: () => {} });
    await ids(gateway, '');
    content.revision = 'r2';
    content.entries = [anEntry({ id: 'acme/2' })];
    outage.ofSnapshot = true;
    await ids(gateway, '');
    outage.ofSnapshot = false;
    behind = 3_600_000;
    assert.deepEqual(await ids(gateway, ''), ['acme/1']);
    manual.advance(5000);
    assert.deepEqual(await ids(gateway, ''), ['acme/2']);
  });

  it('before anything was served answers 500, and recovers', async () => {
    const { store, outage } = aFailingStore();
    outage.ofRevision = true;
    const gateway = aGateway({ models: store });
    assert.equal((await get(gateway, '/models')).status, 500);
    outage.ofRevision = false;
    assert.deepEqual(await ids(gateway, ''), ['acme/1']);
  });
});
