import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Fixture } from '../fixtures/fixtures.ts';
import type { Case } from '../harness/case.ts';
import { cpuMicrosecondsOf } from '../harness/foreign-cpu.ts';
import { startForeignServer } from '../harness/foreign-server.ts';
import { measureInRounds } from '../harness/round-robin.ts';
import type { Server } from '../harness/server.ts';
import type { Bench, Suite } from '../harness/suite.ts';
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
/** Rounds are long here, because /proc counts in hundredths of a second. */
const MOST_ROUNDS = 9;

/** The whole list from other mocks. CPU time comes from /proc, for ours as for theirs. */
export const peersSuite: Suite = {
  name: 'other mocks',
  ids: ['T13'],
  async run(bench) {
    if (!bench.options.peers) return nothing('--no-peers');
    if (process.platform !== 'linux')
      return nothing('CPU time of other programs is read from /proc');
    const fixture = await bench.fixtures.of(400);
    await using started = new AsyncDisposableStack();
    const connect = started.use(await startGateway(bench, fixture, 'connect'));
    const ours: Case = {
      server: { ...connect, cpuMicroseconds: async () => cpuMicrosecondsOf(connect.pid) },
      request: models(),
      connections: CONNECTIONS,
      amount: 5000,
    };
    const cases: Record<string, Case> = { connect: ours, 'connect again': ours };
    const failures = new Map<Peer, string>();
    for (const peer of PEERS) {
      bench.progress(`starting ${peer.name}`);
      try {
        const server = started.use(await startPeer(bench, peer, fixture));
        cases[peer.name] = caseOf(peer, server);
      } catch (error) {
        failures.set(peer, error instanceof Error ? error.message : String(error));
      }
    }

    const rounds = Math.min(bench.options.rounds, MOST_ROUNDS);
    const measurements = await measureInRounds(cases, {
      ...bench,
      options: { ...bench.options, rounds },
    });
    const noise = measurements.noise('connect', 'connect again');
    const rowOf = (peer: Peer): Row => {
      const failure = failures.get(peer);
      if (failure !== undefined) return unmeasured(peer.target, 'skipped', failure);
      return judge(peer.target, measurements.ratio(peer.name, 'connect'), noise);
    };
    return { noise, measured: measurements.summary(), rows: PEERS.map(rowOf) };
  },
};

function nothing(reason: string) {
  return {
    noise: 0,
    measured: {},
    rows: PEERS.map(({ target }) => unmeasured(target, 'skipped', reason)),
  };
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
