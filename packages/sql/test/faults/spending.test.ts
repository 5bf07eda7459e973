// System: starts a database server and processes that charge keys with limits, and are killed.
import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { addDecimals, compareDecimals, formatDecimal, parseCredits } from '@model-gateway/core';
import { openStores, type CreditMovement, type Stores } from '@model-gateway/sql';
import { collect } from '../support/collect.ts';
import { describeOnEach } from '../support/databases.ts';
import { amount } from '../support/long-tests.ts';
import { seeded } from '../support/seeded.ts';
import { startWorker } from '../support/worker.ts';
import { FIRST_DAY, LAST_DAY, payingKey } from './paying.ts';
import { ACCOUNT, fill } from './world.ts';

const PROCESSES = 4;
const KEYS = amount({ short: 10, long: 50 });
const CHARGES = amount({ short: 800, long: 10_000 });
const KILLS = amount({ short: 2, long: 10 });

describeOnEach('limits of spending', (newDatabase) => {
  const perKey = CHARGES / KEYS;
  const open: Stores[] = [];
  afterEach(async () => {
    for (const stores of open.splice(0)) await stores.close();
  });
  const opened = async () => {
    const location = await newDatabase();
    const stores = await openStores(location, { busyTimeoutMs: 60_000, deadlineMs: 60_000 });
    open.push(stores);
    await fill(stores);
    return { location, stores };
  };
  const start = (location: string, seed: number, count: number) =>
    startWorker('pay', location, [seed, count, KEYS, perKey].map(String));

  it(`${CHARGES} charges by ${PROCESSES} processes of ${KEYS} keys: nothing overspent, not a digit missing`, async () => {
    const { location, stores } = await opened();
    const workers = Array.from({ length: PROCESSES }, (_, i) =>
      start(location, i + 1, CHARGES / PROCESSES),
    );
    await Promise.all(workers.map((worker) => worker.done()));
    const lines = workers.flatMap((worker) => worker.lines);
    assert.equal(lines.length, CHARGES);
    const acknowledged = lines.filter((line) => line !== 'refused');
    assert.ok(acknowledged.length > CHARGES / 3, 'most were refused');
    assert.ok(acknowledged.length < CHARGES, 'nothing was refused');
    await assertSound(stores, acknowledged);
    const { reserved } = await stores.admin.accounts.audit(ACCOUNT);
    assert.equal(reserved, '0');
  });

  it(`kill -9 in the middle, ${KILLS} times: no charge is lost, and nothing overspent`, async () => {
    const { location, stores } = await opened();
    const random = seeded(7);
    const acknowledged: string[] = [];
    for (let time = 0; time < KILLS; time++) {
      const workers = [1, 2].map((one) => start(location, time * 10 + one, CHARGES));
      for (const worker of workers) await worker.saw(random(10, CHARGES / KILLS / 2));
      for (const worker of workers) await worker.kill();
      const lines = workers.flatMap((worker) => worker.lines);
      acknowledged.push(...lines.filter((line) => line !== 'refused'));
      await assertSound(stores, acknowledged);
    }
  });

  /** Compares the sums by key, model and day with the ledger, and both with the limits. */
  async function assertSound(stores: Stores, acknowledged: readonly string[]): Promise<void> {
    const { admin, ledger } = stores;
    assert.equal((await admin.accounts.audit(ACCOUNT)).isSound, true);
    const { charges, sums } = await readTogether(stores);
    const charged = new Set(charges.map(({ generationId }) => generationId));
    const lost = acknowledged.filter((id) => !charged.has(id));
    assert.deepEqual(lost, []);
    assert.deepEqual(sums, ledgerSums(charges));

    const subjects = Array.from({ length: KEYS }, (_, i) => payingKey(i + 1, perKey).budget);
    for (const day of ['2026-01-13', '2026-01-14', '2026-01-15']) {
      const spent = await ledger.spending.spent(subjects, Date.parse(day));
      for (const [i, sums] of spent.entries()) {
        const { usd, reset } = subjects[i] ?? assert.fail();
        const used = parseCredits(sums[reset ?? 'total']);
        const isWithin = compareDecimals(used, parseCredits(usd)) <= 0;
        assert.ok(isWithin, `${sums[reset ?? 'total']} of ${usd} ${reset} on ${day}`);
      }
    }
  }
});

/**
 * Reads the charges, and the sums of the same moment: a server may still commit what a process sent
 * last before it was killed.
 */
async function readTogether(stores: Stores) {
  for (;;) {
    const charges = await chargesOf(stores);
    const sums = await sumsOf(stores);
    if ((await chargesOf(stores)).length === charges.length) return { charges, sums };
  }
}

async function chargesOf({ admin }: Stores): Promise<CreditMovement[]> {
  return (await collect(admin.accounts.movements(ACCOUNT))).filter(isCharge);
}

function isCharge({ kind }: CreditMovement): boolean {
  return kind === 'charge';
}

type Sums = Readonly<Record<string, string>>;

async function sumsOf({ admin }: Stores): Promise<Sums> {
  const { items } = await admin.usage.sums({
    by: ['key', 'model', 'day'],
    firstDay: FIRST_DAY,
    lastDay: LAST_DAY,
    offset: 0,
    limit: 10_000,
  });
  const sums = items.map(({ group: { key, model, day }, costUsd }) => [
    `${key} ${model} ${day}`,
    costUsd,
  ]);
  return Object.fromEntries(sums.filter(([, usd]) => usd !== '0'));
}

/** What the ledger moved, by key, model and the day that a generation names. */
function ledgerSums(charges: readonly CreditMovement[]): Sums {
  const sums = new Map<string, string>();
  for (const { generationId, keyHash, model, amount: moved } of charges) {
    const day = generationId?.slice('gen-'.length, 'gen-2026-01-14'.length);
    const name = `${keyHash} ${model} ${day}`;
    const cost = parseCredits(moved.replace('-', ''));
    sums.set(name, formatDecimal(addDecimals(parseCredits(sums.get(name) ?? '0'), cost)));
  }
  return Object.fromEntries(sums);
}
