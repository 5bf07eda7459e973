import {
  firstOf,
  standalone,
  type GatewayHandler,
  type GatewayResponse,
} from '@model-gateway/core/http';
import { isLoopback } from '@model-gateway/core/kit';
import { checkNames } from './check-names.ts';
import { toTenantClock } from './clock/tenant-clock.ts';
import { accessRules } from './control/control-options.ts';
import { forPages } from './create-mock-gateway.ts';
import type { FixtureOptions } from './fixtures/fixture-options.ts';
import { openFixtures, type OpenFixtures } from './fixtures/open-fixtures.ts';
import { withSeed } from './fixtures/with-seed.ts';
import { withCors } from './http/cors.ts';
import { ownHosts, underOwnHosts } from './http/guarded.ts';
import { createLateHandler } from './http/late-handler.ts';
import { ChangeLog } from './journal/change-log.ts';
import type { TrafficListener } from './journal/traffic.ts';
import type { MockGateway, MockGatewayOptions } from './mock-gateway.ts';
import { openGateway } from './open-gateway.ts';
import { GATEWAY_OPTIONS } from './option-names.ts';
import type { WireFault } from './rules/wire-fault.ts';
import type { OwnOperation } from './rules/operation-types.ts';
import { toDisposal } from './tenant/loose-ends.ts';
import type { GatewayWith } from './tenant/with-operations.ts';

/**
 * Options of `startMockGateway`: those of `createMockGateway`, where it listens, and its fixtures.
 *
 * @example
 * await startMockGateway({ port: 4010, fixtures: await loadFixtures('fixtures') });
 */
export interface StartMockGatewayOptions<Own extends OwnOperation = OwnOperation>
  extends MockGatewayOptions<WireFault, Own>, FixtureOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined;
  /** By default 127.0.0.1: reachable from this machine only. */
  readonly host?: string | undefined;
  /**
   * Host names under which a gateway on loopback answers besides localhost and 127.0.0.1:
   * `gateway.test`. Others are refused, because a page can make a name of its own resolve to this
   * machine; beyond loopback any name is answered.
   */
  readonly allowedHosts?: readonly string[] | undefined;
}

/**
 * A fake gateway that listens; an `await using` block closes it.
 *
 * @example
 * await using gateway = await startMockGateway();
 * await fetch(`${gateway.baseURL}/models`, { headers: { authorization: `Bearer ${gateway.apiKey}` } });
 */
export interface RunningMockGateway extends MockGateway<WireFault>, Pick<OpenFixtures, 'replay'> {
  /** The bare host: `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly port: number;
  /**
   * Cuts every connection and frees the port, at once: a test that is over waits for nothing. With
   * `drainTimeoutMs` requests and streams in flight may end by themselves before that. Idempotent,
   * and a second call without the option ends the wait of a first.
   */
  close(options?: CloseMockOptions): Promise<void>;
}

/** Options of `close` of a gateway that listens. */
export interface CloseMockOptions {
  /** Milliseconds; 0, the default, waits for nothing. */
  readonly drainTimeoutMs?: number | undefined;
}

/** A fake model gateway on a port of its own (Node only); ready for requests once it resolves. */
export async function startMockGateway<Own extends OwnOperation = never>(
  options: StartMockGatewayOptions<Own> = {},
): Promise<GatewayWith<Own, RunningMockGateway, WireFault>> {
  const gateway = await startWatchedGateway(options);
  // It was created with these operations, so its words take their ids.
  return gateway as GatewayWith<Own, RunningMockGateway, WireFault>;
}

/** What a program adds to a gateway that it starts. */
interface ProgramOptions {
  /** Listens to the requests to all its tenants. */
  readonly traffic?: TrafficListener | undefined;
  /**
   * Whether requests that come together take each step together, which costs a third less: not in the
   * process of a test, whose fake timers would hold them up.
   */
  readonly inTurns?: boolean;
}

/** The same for a program. */
export async function startWatchedGateway(
  options: StartMockGatewayOptions,
  { traffic, inTurns = false }: ProgramOptions = {},
): Promise<RunningMockGateway> {
  checkNames('GW1107', 'startMockGateway', options, START_OPTIONS);
  const { serve, sendAtOnce, sendResponse } = await import('@model-gateway/node');
  // package.json makes bundlers for browsers leave that package out.
  if (typeof serve !== 'function')
    throw new TypeError('a browser cannot listen on a port: use createMockGateway');
  const { withSocketBreaks } = await import('./rules/faults/break-socket.ts');
  const clock = toTenantClock(options.clock);
  const access = accessRules(options.control ?? true, options.host ?? LOOPBACK);
  // The gateway names its URLs, so it is made once the port is known.
  const late = createLateHandler();
  const server = await serve(withCors(standalone(underOwnNames(late.handle, options))), {
    port: options.port,
    host: options.host,
    // Streams go out at once, because a clock that is moved does not wait for turns.
    send: withSocketBreaks((res, response) =>
      inTurns && isWhole(response) ? sendResponse(res, response) : sendAtOnce(res, response),
    ),
    bodiesInTurns: inTurns,
  });
  const { url, port } = server;
  try {
    const seeded = await withSeed(options, options.fixtures);
    const fixtures = await openFixtures(options, clock.clock);
    const changes = access && new ChangeLog();
    const around = { origin: url, hasSocket: true, clock, access, fixtures, changes, traffic };
    const { gateway, refuse } = openGateway(around, seeded);
    await gateway.ready();
    late.provide(firstOf(gateway.handle, refuse));
    const close = async ({ drainTimeoutMs = 0 }: CloseMockOptions = {}) => {
      changes?.close();
      // Held streams and delays end with their tenant, so drain before that.
      if (drainTimeoutMs > 0) await server.close({ drainTimeoutMs });
      await gateway.close();
      await server.closeNow();
    };
    return {
      ...forPages(gateway),
      replay: fixtures.replay,
      url,
      port,
      close,
      [Symbol.asyncDispose]: toDisposal(close, gateway.verify),
    };
  } catch (error) {
    await server.closeNow();
    throw error;
  }
}

function isWhole({ body: { kind } }: GatewayResponse): boolean {
  return kind !== 'events' && kind !== 'stream';
}

const LOOPBACK = '127.0.0.1';

/** Pages may ask: they bring the key. Under names of their own they would be on this origin. */
function underOwnNames(
  handler: GatewayHandler,
  { host = LOOPBACK, allowedHosts = [] }: StartMockGatewayOptions,
): GatewayHandler {
  if (!isLoopback(host)) return handler;
  const isOwnHost = ownHosts(host, allowedHosts);
  return underOwnHosts(handler, isOwnHost, 'name it in allowedHosts, or with --allow-host');
}

type OwnName = Exclude<keyof StartMockGatewayOptions, keyof MockGatewayOptions>;
const OWN: Readonly<Record<OwnName, true>> = {
  port: true,
  host: true,
  allowedHosts: true,
  fixtures: true,
  fixturesMode: true,
  fixturesSpeed: true,
  fixturesSalt: true,
  fixturesFallback: true,
  onFixtureMiss: true,
};
/** The options of `startMockGateway`. */
export const START_OPTIONS = [...GATEWAY_OPTIONS, ...Object.keys(OWN)];
