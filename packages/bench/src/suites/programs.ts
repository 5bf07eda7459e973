import type { Fixture } from '../fixtures/fixtures.ts';
import { startOwnServer } from '../harness/own-server.ts';
import type { Server } from '../harness/server.ts';
import type { Bench } from '../harness/suite.ts';
import type { HostName } from '../hosts.ts';

/** node:http with ready Buffers. */
export function startBare(bench: Bench, { listFile, pageFile }: Fixture): Promise<Server> {
  return start(bench, 'bare.ts', [listFile, pageFile]);
}

/** node:http with an array of objects. */
export function startNaive(bench: Bench, { worldFile }: Fixture): Promise<Server> {
  return start(bench, 'naive.ts', [worldFile]);
}

/** The gateway in a framework. */
export function startGateway(
  bench: Bench,
  { worldFile }: Fixture,
  host: HostName,
): Promise<Server> {
  return start(bench, 'gateway.ts', [host, worldFile]);
}

function start(bench: Bench, program: string, args: readonly string[]): Promise<Server> {
  return startOwnServer(bench.children, { program, args, profile: bench.options.profile });
}
