/**
 * The cost of stores in a database beside bare SQL, in a process of its own. Takes one job over the
 * channel.
 */
import { openStores, type Stores } from '@model-gateway/sql';
import { takeJobs } from '../take-jobs.ts';
import { median } from '../statistics.ts';
import { bareOf } from './bare.ts';
import type { StoresJob, StoresResult } from './stores-job.ts';

const REPEATS = 200;

takeJobs(measure);
console.log('READY');

async function measure({ location, synchronous, rounds }: StoresJob): Promise<StoresResult> {
  const stores = await openStores(location, { synchronous });
  const { destination } = await stores.admin.destinations.create({
    accountId: 'org_1',
    workspaceId: '00000000-0000-4000-8000-000000000001',
    name: 'bench',
    type: 'webhook',
    config: { url: 'https://hooks.example/in' },
  });
  const accountId = crypto.randomUUID();
  await stores.admin.accounts.create({ id: accountId, credits: '1000' });
  const bare = await bareOf(location, synchronous);
  // What SQLite does in between, syncing above all, is time and no CPU time; PostgreSQL is elsewhere.
  const spent = location.startsWith('sqlite:') ? milliseconds : cpuMilliseconds;
  try {
    const patch = await ratios(rounds, spent, {
      bare: () => bare.patch(destination.id),
      ours: () => patchOnce(stores, destination.id),
    });
    const reserveAndSettle = await ratios(rounds, spent, {
      bare: () => bare.reserveAndSettle(accountId),
      ours: () => payOnce(stores, accountId),
    });
    const isServer = !location.startsWith('sqlite:');
    return {
      patch,
      reserveAndSettle,
      seenByListen: isServer ? await untilSeen(stores, location, true) : [],
      seenByPolling: isServer ? await untilSeen(stores, location, false) : [],
    };
  } finally {
    await bare.close();
    await stores.close();
  }
}

interface Contest {
  readonly bare: () => Promise<void>;
  readonly ours: () => Promise<void>;
}

/** Bare by ours in each round, taking turns; the first round is for the compiler. */
async function ratios(rounds: number, spent: () => number, contest: Contest): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const bare = await lowerQuartile(contest.bare, spent);
    const ours = await lowerQuartile(contest.ours, spent);
    if (round > 0) found.push(bare / ours);
  }
  return found;
}

/** Of ten parts, because whatever else the machine does makes a part slower and never quicker. */
async function lowerQuartile(work: () => Promise<void>, spent: () => number): Promise<number> {
  const parts: number[] = [];
  for (let part = 0; part < 10; part++) {
    const begin = spent();
    for (let i = 0; i < REPEATS / 10; i++) await work();
    parts.push(spent() - begin);
  }
  return parts.toSorted((a, b) => a - b)[2] ?? median(parts);
}

function milliseconds(): number {
  return performance.now();
}

function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Does what the operation does with its store. */
async function patchOnce({ stores: { destinations } }: Stores, id: string): Promise<void> {
  const found = await destinations.get(id);
  if (found === undefined) throw new Error('the destination is gone');
  const next = { ...found.item.destination, name: crypto.randomUUID() };
  const outcome = await destinations.replace(next, found.version);
  if (outcome !== 'replaced') throw new Error(outcome);
  await destinations.get(id);
}

async function payOnce({ ledger }: Stores, accountId: string): Promise<void> {
  const reservation = await ledger.reserve(accountId, '0.000001');
  if (reservation === undefined) throw new Error('no credit left');
  await ledger.settle(reservation, '0.000001');
}

/** Milliseconds until stores of their own connections know of a new catalog. */
async function untilSeen(writer: Stores, location: string, listen: boolean): Promise<number[]> {
  const reader = await openStores(location, { listen });
  const found: number[] = [];
  for (let i = 0; i < 5; i++) {
    const { revision } = await writer.admin.catalog.import([]);
    const begin = performance.now();
    while ((await reader.stores.models.revision()) !== revision) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    found.push(performance.now() - begin);
  }
  await reader.close();
  return found;
}
