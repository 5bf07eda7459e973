import { standalone, type GatewayHandler } from '@model-gateway/core';
import {
  createMockGatewayAt,
  type MockGateway,
  type MockGatewayOptions,
} from './create-mock-gateway.ts';
import { accessRules } from './control/control-options.ts';
import { toDisposal } from './tenant/loose-ends.ts';
import type { FixtureOptions } from './fixtures/fixture-options.ts';
import { openFixtures, type FixturedGateway } from './fixtures/open-fixtures.ts';
import { clockOf } from './fixtures/clock-of.ts';
import { withSeed } from './fixtures/with-seed.ts';
import type { WireFault } from './faults/wire-fault.ts';
import { withCors } from './http/cors.ts';

export interface StartMockGatewayOptions extends MockGatewayOptions<WireFault>, FixtureOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined;
  /** By default 127.0.0.1: reachable from this machine only. */
  readonly host?: string | undefined;
}

export interface RunningMockGateway
  extends MockGateway<WireFault>, Pick<FixturedGateway, 'replay'> {
  /** The bare host: `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly port: number;
  /** Ends every connection and frees the port. Twice is fine. */
  close(): Promise<void>;
}

/** A fake model gateway on a port of its own (Node only); ready for requests once it resolves. */
export async function startMockGateway(
  options: StartMockGatewayOptions = {},
): Promise<RunningMockGateway> {
  const { serve, sendAtOnce } = await import('@model-gateway/node');
  // package.json tells bundlers for browsers to leave that package out.
  if (typeof serve !== 'function')
    throw new TypeError('a browser has no ports: use createMockGateway');
  const { withSocketBreaks } = await import('./faults/break-socket.ts');
  // The gateway names its URLs, so it comes after the port; nobody knows of the port before.
  let handle: GatewayHandler = async () => undefined;
  const { url, port, close } = await serve(withCors(standalone((request) => handle(request))), {
    ...options,
    send: withSocketBreaks(sendAtOnce),
  });
  try {
    const seeded = await withSeed(options, options.fixtures);
    const access = accessRules(options.control ?? true, options.host);
    const { rules, around } = await openFixtures(
      options,
      clockOf(() => gateway),
    );
    const gateway = createMockGatewayAt(url, { ...seeded, rules }, access);
    await gateway.ready();
    const fixtured = around(gateway);
    handle = fixtured.handle;
    const closeAll = async () => {
      await gateway.close();
      await close();
    };
    return {
      ...gateway,
      ...fixtured,
      url,
      port,
      close: closeAll,
      [Symbol.asyncDispose]: toDisposal(closeAll, fixtured.verify),
    };
  } catch (error) {
    await close();
    throw error;
  }
}
