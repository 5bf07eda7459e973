import type { Fixture } from '../fixtures/fixtures.ts';
import { startOwnServer } from '../harness/own-server.ts';
import type { Server } from '../harness/server.ts';
import type { Bench } from '../harness/suite.ts';
import type { HostName } from '../hosts.ts';

/** node:http with ready Buffers. */
export function startBare(bench: Bench, { listFile, pageFile }: Fixture): Promise<Server> {
  return startOwnServer(bench, 'bare.ts', [listFile, pageFile]);
}

/** A framework with ready Buffers mounted at a prefix, without us. */
export function startHostAlone(
  bench: Bench,
  { listFile, pageFile }: Fixture,
  host: HostName,
  prefix: string,
): Promise<Server> {
  return startOwnServer(bench, 'host-alone.ts', [host, prefix, listFile, pageFile]);
}

/** node:http with an array of objects. */
export function startNaive(bench: Bench, { worldFile }: Fixture): Promise<Server> {
  return startOwnServer(bench, 'naive.ts', [worldFile]);
}

/** The gateway in a framework. */
export function startGateway(
  bench: Bench,
  { worldFile }: Fixture,
  host: HostName,
): Promise<Server> {
  return startOwnServer(bench, 'gateway.ts', [host, worldFile]);
}

/** The gateway in connect over stores in memory or in a database. */
export function startStoredGateway(
  bench: Bench,
  { worldFile }: Fixture,
  location: string,
): Promise<Server> {
  return startOwnServer(bench, 'stored-gateway.ts', [location, worldFile]);
}

/** A handler that does nothing in a framework. */
export function startTinyHandler(bench: Bench, host: HostName): Promise<Server> {
  return startOwnServer(bench, 'tiny-handler.ts', [host]);
}

/** An upstream with the same image API, beside the client. */
export function startImageUpstream(bench: Bench): Promise<Server> {
  return startOwnServer(bench, 'image-upstream.ts', [], 'client');
}

/** node:http that relays what the upstream answers, or writes ready frames. */
export function startBareImages(bench: Bench, upstream: Server): Promise<Server> {
  return startOwnServer(bench, 'bare-images.ts', [String(upstream.port)]);
}

/** The gateway in connect, with providers that ask the upstream or make images themselves. */
export async function startImageGateway(bench: Bench, upstream: Server): Promise<Server> {
  const { worldFile } = await bench.fixtures.of(400);
  return startOwnServer(bench, 'image-gateway.ts', [String(upstream.port), worldFile]);
}

/** node:http that pipes what the upstream answers, or holds it until it is whole. */
export function startBareChat(
  bench: Bench,
  upstream: { readonly port: number },
  how: 'pipes' | 'holds' = 'pipes',
): Promise<Server> {
  return startOwnServer(bench, 'bare-chat.ts', [String(upstream.port), how]);
}

/**
 * The gateway in connect with providers that ask the upstream: as the server opens it, over SQLite, or
 * over the stores of core.
 */
export async function startChatGateway(
  bench: Bench,
  upstream: { readonly port: number },
  stores: 'SQLite' | 'memory' = 'SQLite',
): Promise<Server> {
  const { worldFile } = await bench.fixtures.of(400);
  const program = stores === 'SQLite' ? 'chat-gateway.ts' : 'chat-memory-gateway.ts';
  return startOwnServer(bench, program, [String(upstream.port), worldFile]);
}

/** A collector of telemetry, beside the client. */
export function startCollector(bench: Bench): Promise<Server> {
  return startOwnServer(bench, 'collector.ts', [], 'client');
}

/** Gateways in connect that differ in who wants telemetry. */
export async function startTelemetryGateway(
  bench: Bench,
  upstream: Server,
  collector: Server,
): Promise<Server> {
  const { worldFile } = await bench.fixtures.of(400);
  const ports = [upstream.port, collector.port].map(String);
  return startOwnServer(bench, 'telemetry-gateway.ts', [...ports, worldFile]);
}

/** Gateways in connect with and without logs and metrics. */
export function startObservedGateway(
  bench: Bench,
  { worldFile }: Fixture,
  store: string,
): Promise<Server> {
  return startOwnServer(bench, 'observed-gateway.ts', [store, worldFile]);
}

/** The gateway as the server opens it, over a store. */
export async function startCapacityGateway(
  bench: Bench,
  store: string,
  upstream: Server,
): Promise<Server> {
  const { worldFile } = await bench.fixtures.of(400);
  return startOwnServer(bench, 'capacity-gateway.ts', [store, String(upstream.port), worldFile]);
}
