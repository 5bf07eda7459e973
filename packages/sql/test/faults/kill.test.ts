// System, long: starts a database server and processes that are killed.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createManualClock, formatDecimal, systemClock } from '@model-gateway/core';
import { openStores, type Stores } from '@model-gateway/sql';
import { describeOnEach } from '../support/databases.ts';
import { amount } from '../support/long-tests.ts';
import { seeded } from '../support/seeded.ts';
import { startWorker } from '../support/worker.ts';
import { ACCOUNT, catalogOf, DESTINATION_ID, fill } from './world.ts';

const TIMES = amount({ short: 1, long: 20 });
const OUTBOX_TIMES = amount({ short: 3, long: 30 });
const WRITES = 1000;
const MODELS = 1000;

/**
 * The most writes before a kill, which hits one of them wherever it is. Every fifth time there are
 * many, of which SQLite has moved some from its log into the database.
 */
function mostBefore(time: number): number {
  return time % 5 === 4 ? WRITES - 200 : 100;
}

describeOnEach('kill -9', (newDatabase) => {
  const prepared = async () => {
    const location = await newDatabase();
    await within(location, (stores) => fill(stores));
    return location;
  };

  it(`in the middle of ${WRITES} PATCHes, ${TIMES} times: the last one answered is there, whole`, async () => {
    const location = await prepared();
    const random = seeded(1);
    for (let time = 0; time < TIMES; time++) {
      const worker = startWorker('patch', location, [String(WRITES)]);
      await worker.saw(random(1, mostBefore(time)));
      await worker.kill();
      const last = Number(worker.lines.at(-1));
      await within(location, async ({ stores }) => {
        const found = await stores.destinations.get(DESTINATION_ID);
        const { name, config } = found?.item.destination ?? {};
        const count = Number(config?.['count']);
        // One more may have been written without its answer having arrived.
        assert.ok(count === last || count === last + 1, `acknowledged ${last}, found ${count}`);
        assert.deepEqual([name, config?.['again']], [`number ${count}`, count]);
      });
    }
  });

  it(`in the middle of ${WRITES} reservations, ${TIMES} times: every charge is there, sums agree`, async () => {
    const location = await prepared();
    const random = seeded(2);
    let acknowledged = 0;
    for (let time = 0; time < TIMES; time++) {
      const worker = startWorker('reserve', location, [String(WRITES)]);
      await worker.saw(random(1, mostBefore(time)));
      await worker.kill();
      acknowledged += worker.lines.length;
      await within(location, async ({ admin }) => {
        const charged = new Set<string | null>();
        for await (const { kind, reservationId } of admin.accounts.movements(ACCOUNT)) {
          if (kind === 'charge') charged.add(reservationId);
        }
        for (const id of worker.lines) assert.ok(charged.has(id), `the charge of ${id} is lost`);
        const missing = charged.size - acknowledged;
        assert.ok(missing >= 0 && missing <= time + 1, `${missing} charges nobody made`);
        const { isSound, balance } = await admin.accounts.audit(ACCOUNT);
        assert.equal(isSound, true);
        assert.equal(
          balance,
          formatDecimal({ units: 1_000_000n - 3n * BigInt(charged.size), scale: 3 }),
        );
      });
    }
    await freesWhatWasLeft(location);
  });

  it(`in the middle of ${WRITES} appends to the outbox, ${OUTBOX_TIMES} times: every one answered is there`, async () => {
    const location = await prepared();
    const random = seeded(4);
    for (let time = 0; time < OUTBOX_TIMES; time++) {
      const worker = startWorker('outbox', location, [String(WRITES)]);
      await worker.saw(random(1, mostBefore(time)));
      await worker.kill();
      const acknowledged = worker.lines.flatMap((line) => line.split(' '));
      await within(location, async ({ outbox }) => {
        const now = systemClock.now() + 61_000;
        const lease = { holder: `survivor ${time}`, until: now + 60_000 };
        const found = await outbox.claim({ lease, now, limit: 10_000, exceptDestinations: [] });
        const ids = new Set(found.map(({ id }) => id));
        const lost = acknowledged.filter((id) => !ids.has(id));
        assert.deepEqual(lost, []);
        // One more append may have been written whose answer did not come.
        const more = ids.size - acknowledged.length;
        assert.ok(more === 0 || more === 3, `${more} records of no append`);
        await outbox.remove([...ids]);
        await outbox.leave(lease.holder);
      });
    }
  });

  it(`in the middle of imports of ${MODELS} models, ${TIMES} times: one catalog is there, whole`, async () => {
    const location = await prepared();
    await within(location, ({ admin }) => admin.catalog.import(catalogOf(0, MODELS)));
    const random = seeded(3);
    for (let time = 0; time < TIMES; time++) {
      const worker = startWorker('import', location, ['1000', String(MODELS)]);
      await worker.saw(random(1, 4));
      // Somewhere in the middle of the next one.
      await new Promise((resolve) => setTimeout(resolve, random(0, 60)));
      await worker.kill();
      const last = Number(worker.lines.at(-1));
      await within(location, async ({ stores }) => {
        const { entries, revision } = await stores.models.snapshot();
        assert.equal(revision, await stores.models.revision());
        assert.equal(entries.length, MODELS);
        const names = [...new Set(entries.map(({ model }) => model.name))];
        assert.ok(
          [`generation ${last}`, `generation ${last + 1}`].includes(names.join()),
          `acknowledged ${last}, found ${names.join()}`,
        );
      });
    }
  });
});

/** Checks that the reservations of killed processes are free once they have expired. */
async function freesWhatWasLeft(location: string): Promise<void> {
  const clock = createManualClock(systemClock.now() + 24 * 60 * 60 * 1000);
  const stores = await openStores(location, { clock });
  const before = await stores.admin.accounts.audit(ACCOUNT);
  const count = await stores.admin.accounts.sweep();
  assert.equal(count > 0, before.reserved !== '0');
  const after = await stores.admin.accounts.audit(ACCOUNT);
  assert.deepEqual([after.reserved, after.isSound], ['0', true]);
  await stores.close();
}

async function within<T>(location: string, work: (stores: Stores) => Promise<T>): Promise<T> {
  const stores = await openStores(location);
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}
