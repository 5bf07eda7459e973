// System, long: starts a database server and processes that work on one database.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatDecimal } from '@model-gateway/core';
import { openStores, SCHEMA_VERSION } from '@model-gateway/sql';
import { describeOnEach } from '../support/databases.ts';
import { amount } from '../support/long-tests.ts';
import { startWorker } from '../support/worker.ts';
import { ACCOUNT, DESTINATION_ID, fill } from './world.ts';

const PROCESSES = amount({ short: 2, long: 4 });
const PATCHES = amount({ short: 25, long: 250 });
const RESERVATIONS = amount({ short: 200, long: 2500 });
const MIGRATING = amount({ short: 3, long: 10 });

describeOnEach('many processes', (newDatabase) => {
  it(`${PROCESSES} × ${PATCHES} PATCHes on one destination: no update is lost`, async (t) => {
    const location = await newDatabase();
    const stores = await openStores(location);
    t.after(() => stores.close());
    await fill(stores);
    const members = Array.from({ length: PROCESSES }, (_, i) => `member${i}`);
    const workers = members.map((member) =>
      startWorker('count', location, [String(PATCHES), member]),
    );
    await Promise.all(workers.map((worker) => worker.done()));
    const found = await stores.stores.destinations.get(DESTINATION_ID);
    const config = found?.item.destination.config ?? {};
    assert.deepEqual(
      members.map((member) => config[member]),
      members.map(() => PATCHES),
    );
  });

  it(`${PROCESSES} × ${RESERVATIONS} reservations on one account: nothing overspent, not one cent missing`, async (t) => {
    const location = await newDatabase();
    const stores = await openStores(location);
    t.after(() => stores.close());
    // Less than is requested, so that some are refused.
    const credits = Math.floor(PROCESSES * RESERVATIONS * 0.2);
    await fill(stores, String(credits));
    const workers = Array.from({ length: PROCESSES }, () =>
      startWorker('spend', location, [String(RESERVATIONS)]),
    );
    await Promise.all(workers.map((worker) => worker.done()));
    const outcomes = workers.flatMap(({ lines }) => lines);
    const settled = outcomes.filter((line) => line === 'settled').length;
    const refused = outcomes.filter((line) => line === 'refused').length;
    assert.equal(outcomes.length, PROCESSES * RESERVATIONS);
    assert.ok(refused > 0, 'nothing was refused');
    const { balance, reserved, isSound } = await stores.admin.accounts.audit(ACCOUNT);
    const left = formatDecimal({ units: BigInt(credits * 100 - settled * 37), scale: 2 });
    assert.deepEqual(
      { balance, reserved, isSound },
      { balance: left, reserved: '0', isSound: true },
    );
    assert.ok(!left.startsWith('-'), `overspent: ${left}`);
  });

  it(`${MIGRATING} that migrate an empty database at once: one does it, the others wait`, async () => {
    const location = await newDatabase();
    const workers = Array.from({ length: MIGRATING }, () => startWorker('migrate', location));
    await Promise.all(workers.map((worker) => worker.done()));
    const steps = workers.flatMap(({ lines }) => lines).toSorted();
    const waited = `${SCHEMA_VERSION} ${SCHEMA_VERSION}`;
    assert.deepEqual(steps, [
      `0 ${SCHEMA_VERSION}`,
      ...Array.from({ length: MIGRATING - 1 }, () => waited),
    ]);
  });
});
