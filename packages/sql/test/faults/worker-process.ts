/**
 * A process that works on a database and acknowledges each result with a line. Arguments: the name
 * of the job, the location of the database, and the arguments of the job. Run without a loader, so
 * all types here are erasable.
 */
import { writeSync } from 'node:fs';
import type { GatewayRequest } from '@model-gateway/core/http';
import { createGateway, isStoreUnavailable, systemClock } from '@model-gateway/core';
import type { Stores } from '@model-gateway/sql';
import { migrateDatabase, openStores } from '@model-gateway/sql';
import { pay } from './paying.ts';
import { ACCOUNT, catalogOf, DESTINATION_ID, MANAGEMENT_KEY } from './world.ts';

/** Written synchronously, so that the work is never ahead of the acknowledgements in the pipe. */
function acknowledge(line: string | number): void {
  writeSync(1, `${line}\n`);
}

const JOBS = {
  /** Counts up in one destination, alone: acknowledges each number once it is answered. */
  async patch(location: string, count: string) {
    await withStores(location, async (stores) => {
      const patch = patcher(stores);
      for (let i = 1; i <= Number(count); i++) {
        const status = await patch({ name: `number ${i}`, config: { count: i, again: i } });
        if (status !== 200) throw new Error(`PATCH ${i}: ${status}`);
        acknowledge(i);
      }
    });
  },

  /** Counts up its own member of the config beside other processes, trying again after a 409. */
  async count(location: string, count: string, member: string) {
    await withStores(location, async (stores) => {
      const patch = patcher(stores);
      for (let i = 1; i <= Number(count);) {
        const status = await patch({ config: { [member]: i } });
        if (status !== 200 && status !== 409) throw new Error(`PATCH ${i}: ${status}`);
        acknowledge(status);
        if (status === 200) i++;
      }
    });
  },

  /** Reserves 0.01 and charges 0.003 of it, again and again. */
  async reserve(location: string, count: string) {
    await withStores(location, async ({ ledger }) => {
      for (let i = 1; i <= Number(count); i++) {
        const reservation = await ledger.reserve(ACCOUNT, '0.01');
        if (reservation === undefined) throw new Error('no credit left');
        await ledger.settle(reservation, '0.003');
        acknowledge(reservation.id);
      }
    });
  },

  /** Reserves 1 as long as there is credit, four at a time; charges 0.37 of each, or releases it. */
  async spend(location: string, count: string) {
    await withStores(location, async ({ ledger }) => {
      const one = async (i: number) => {
        const reservation = await ledger.reserve(ACCOUNT, '1');
        if (reservation === undefined) return acknowledge('refused');
        if (i % 5 === 0) await ledger.release(reservation);
        else await ledger.settle(reservation, '0.37');
        return acknowledge(i % 5 === 0 ? 'released' : 'settled');
      };
      for (let i = 0; i < Number(count); i += 4) {
        await Promise.all([0, 1, 2, 3].map((more) => one(i + more)));
      }
    });
  },

  /** Charges keys with limits; acknowledges generations that were charged for, and refusals. */
  async pay(location: string, ...numbers: string[]) {
    const [seed = 0, count = 0, keys = 0, charges = 0] = numbers.map(Number);
    await withStores(location, (stores) =>
      pay(stores, { seed, count, keys, charges }, acknowledge),
    );
  },

  /** Imports one catalog after the other, each of one generation. */
  async import(location: string, count: string, models: string) {
    await withStores(location, async ({ admin }) => {
      for (let i = 1; i <= Number(count); i++) {
        await admin.catalog.import(catalogOf(i, Number(models)));
        acknowledge(i);
      }
    });
  },

  /** Stores telemetry, three records at a time; acknowledges their ids. */
  async outbox(location: string, count: string) {
    await withStores(location, async ({ outbox }) => {
      const lease = { holder: crypto.randomUUID(), until: systemClock.now() + 60_000 };
      for (let i = 1; i <= Number(count); i++) {
        const entries = [1, 2, 3].map((number) => ({
          id: crypto.randomUUID(),
          workspaceId: 'workspace',
          destinationId: 'destination',
          since: systemClock.now(),
          payload: `${i}.${number} `.repeat(200),
        }));
        const outcome = await outbox.append(entries, lease);
        if (outcome !== 'stored') throw new Error(`append ${i}: ${outcome}`);
        acknowledge(entries.map(({ id }) => id).join(' '));
      }
    });
  },

  async migrate(location: string) {
    const { from, to } = await migrateDatabase(location, {
      busyTimeoutMs: 30_000,
      deadlineMs: 30_000,
    });
    acknowledge(`${from} ${to}`);
  },

  /** Reads and writes, and acknowledges the results. */
  async try(location: string) {
    const reports: string[] = [];
    const stores = await openStores(location, { onReport: ({ type }) => reports.push(type) });
    const found = await stores.stores.destinations.get(DESTINATION_ID);
    acknowledge(`read ${found?.item.destination.id}`);
    for (let i = 0; i < 3; i++) {
      const outcome = await stores.ledger.reserve(ACCOUNT, '1').catch((error: unknown) => error);
      acknowledge(`write ${isStoreUnavailable(outcome) ? outcome.reason : String(outcome)}`);
    }
    acknowledge(`reports ${reports.join()}`);
    await stores.close();
  },
} as const;

export type JobName = keyof typeof JOBS;

async function withStores(location: string, work: (stores: Stores) => Promise<void>) {
  const stores = await openStores(location, { busyTimeoutMs: 60_000, deadlineMs: 60_000 });
  try {
    await work(stores);
  } finally {
    await stores.close();
  }
}

/** PATCHes the destination as a client would; resolves to the status. */
function patcher({ stores }: Stores): (patch: object) => Promise<number | undefined> {
  const { handle } = createGateway({ stores });
  return async (value) => {
    const request: GatewayRequest = {
      method: 'PATCH',
      path: `/observability/destinations/${DESTINATION_ID}`,
      search: '',
      mount: '',
      headers: { authorization: `Bearer ${MANAGEMENT_KEY}`, 'content-type': 'application/json' },
      body: { kind: 'parsed', value },
    };
    return (await handle(request))?.status;
  };
}

const [job = '', location = '', ...args] = process.argv.slice(2);
// Named by our tests.
const run: (location: string, ...args: string[]) => Promise<void> = JOBS[job as JobName];
await run(location, ...args);
