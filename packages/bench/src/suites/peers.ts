import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Fixture } from '../fixtures/fixtures.ts';
import type { Case } from '../harness/case.ts';
import { timedFromOutside } from '../harness/foreign-cpu.ts';
import { startForeignServer } from '../harness/foreign-server.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Server } from '../harness/server.ts';
import type { Bench, Suite } from '../harness/suite.ts';
import { besidePeers } from '../peers/beside-peers.ts';
import { programOf } from '../peers/install.ts';
import { jsonServer } from '../peers/json-server.ts';
import { mockoon } from '../peers/mockoon.ts';
import type { Peer } from '../peers/peer.ts';
import { prism } from '../peers/prism.ts';
import { judge, unmeasured, type Row } from '../verdict.ts';
import { startGateway } from './programs.ts';
import { models } from './requests.ts';

const PEERS: readonly Peer[] = [jsonServer, mockoon, prism];
const CONNECTIONS = 16;
/** A round of the slowest takes seconds. */
const MOST_ROUNDS = 9;

/** The whole list from other mocks. CPU time comes from /proc, for ours as for theirs. */
const suite: Suite = {
  name: 'other mocks',
  ids: ['T13'],
  async run(bench) {
    const fixture = await bench.fixtures.of(400);
    const failures = new Map<Peer, string>();
    const rounds = Math.min(bench.options.rounds, MOST_ROUNDS);
    const measurements = await measureInRounds(
      (running) => startCases(bench, fixture, running, failures),
      { ...bench, options: { ...bench.options, rounds } },
    );
    const noise = measurements.noise('connect', 'connect again');
    const rowOf = (peer: Peer): Row => {
      const failure = failures.get(peer);
      if (failure !== undefined) return unmeasured(peer.target, 'skipped', failure);
      return judge(peer.target, measurements.ratio(peer.name, 'connect'), noise);
    };
    return { noise, measured: measurements.summary(), rows: PEERS.map(rowOf) };
  },
};

export const peersSuite = besidePeers(
  PEERS.map(({ target }) => target),
  suite,
);

/** Ours twice, and every peer that starts; the others go to `failures` with their reason. */
async function startCases(
  bench: Bench,
  fixture: Fixture,
  running: AsyncDisposableStack,
  failures: Map<Peer, string>,
): Promise<Record<string, Case>> {
  const cases: Record<string, Case> = {};
  for (const name of ['connect', 'connect again']) {
    const server = running.use(await startGateway(bench, fixture, 'connect'));
    cases[name] = timedFromOutside({
      server,
      request: models(),
      connections: CONNECTIONS,
      amount: 5000,
    });
  }
  for (const peer of PEERS.filter((one) => !failures.has(one))) {
    bench.progress(`starting ${peer.name}`);
    try {
      const server = running.use(await startPeer(bench, peer, fixture));
      cases[peer.name] = caseOf(peer, server);
    } catch (error) {
      failures.set(peer, error instanceof Error ? error.message : String(error));
    }
  }
  return cases;
}

async function startPeer(bench: Bench, peer: Peer, { world }: Fixture): Promise<Server> {
  const program = await programOf(peer);
  const file = path.join(bench.fixtures.directory, `${peer.name}.json`);
  writeFileSync(file, peer.configuration(world.models.map(({ model }) => model)));
  return startForeignServer(bench.children, {
    command: (port) => [process.execPath, program, ...peer.args(file, port)],
    path: peer.path,
  });
}

function caseOf({ path: url, amount }: Peer, server: Server): Case {
  return {
    server,
    request: { path: url, headers: {}, status: 200 },
    connections: CONNECTIONS,
    amount,
  };
}
