import path from 'node:path';
import type { LoadRequest } from '../client/load-job.ts';
import type { Case } from '../harness/case.ts';
import { assertSameImages } from '../harness/post-once.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Server } from '../harness/server.ts';
import type { Suite } from '../harness/suite.ts';
import { RELAYED } from '../servers/image-routes.ts';
import { POSTGRES_URL } from '../stores/postgres-url.ts';
import { inform } from '../verdict.ts';
import { TYPICAL_PAGE, varied } from '../workloads.ts';
import { bareGeneration, generation } from './image-requests.ts';
import {
  startBare,
  startBareImages,
  startCapacityGateway,
  startImageUpstream,
} from './programs.ts';
import { models, PATCHED } from './requests.ts';

/** What a process can answer: the CPU time of requests to the server, by its store. */
export const capacitySuite: Suite = {
  name: 'capacity of the server',
  ids: ['T28'],
  async run(bench) {
    const fixture = await bench.fixtures.of(400);
    const file = path.join(bench.fixtures.directory, 'capacity.db');
    const stores = new Map([
      ['memory', 'sqlite::memory:'],
      ['SQLite', `sqlite:${file}`],
    ]);
    if (POSTGRES_URL !== undefined) stores.set('PostgreSQL', POSTGRES_URL);

    const measurements = await measureInRounds<string>(async (running) => {
      const upstream = running.use(await startImageUpstream(bench));
      const bare = running.use(await startBare(bench, fixture));
      const bareAgain = running.use(await startBare(bench, fixture));
      const bareImages = running.use(await startBareImages(bench, upstream));
      const relay = bareGeneration(RELAYED.typical, false);
      const cases = new Map<string, Case>([
        ...named(BARE, listCases(bare)),
        ...named(BARE_AGAIN, listCases(bareAgain)),
        [`relay of a PNG of 1 MB, ${BARE}`, relayCase(bareImages, relay)],
      ]);
      for (const [name, store] of stores) {
        const server = running.use(await startCapacityGateway(bench, store, upstream));
        await assertSameImages([
          { server: bareImages, request: relay },
          { server, request: generation(RELAYED.typical, false) },
        ]);
        for (const [workload, one] of named(name, gatewayCases(server))) cases.set(workload, one);
      }
      return Object.fromEntries(cases);
    }, bench);

    const measured = measurements.summary();
    // A workload's stores beside each other.
    const names = Object.keys(measured).toSorted((a, b) => a.localeCompare(b));
    const once = names.filter((name) => !name.endsWith(BARE_AGAIN));
    const rows = once.map((name) =>
      inform(
        { id: 'T28', workload: `CPU time: ${name}`, unit: 'milliseconds' },
        measurements.cpuMilliseconds(name),
      ),
    );
    const noise = measurements.noise(`${PAGE}, ${BARE}`, `${PAGE}, ${BARE_AGAIN}`);
    return { noise, measured, rows };
  },
};

/** node:http with ready Buffers, and with an upstream whose answer it passes on. */
const BARE = 'bare';
const BARE_AGAIN = 'bare again';

const PAGE = 'page of 50';

type NamedCase = readonly [name: string, one: Case];

function named(server: string, cases: readonly NamedCase[]): readonly NamedCase[] {
  return cases.map(([workload, one]) => [`${workload}, ${server}`, one]);
}

function listCases(server: Server): readonly NamedCase[] {
  const page = { server, request: models(varied(TYPICAL_PAGE)), connections: 16, amount: 800 };
  return [
    [PAGE, page],
    ['default list of 400', { ...page, request: models(), amount: 400 }],
  ];
}

function gatewayCases(server: Server): readonly NamedCase[] {
  return [
    ...listCases(server),
    ['relay of a PNG of 1 MB', relayCase(server, generation(RELAYED.typical, false))],
    // One at a time: two changes of one destination at once are tried again.
    ['PATCH of a destination', { server, request: PATCHED, connections: 1, amount: 200 }],
  ];
}

function relayCase(server: Server, request: LoadRequest): Case {
  return { server, request, connections: 16, amount: 100 };
}
