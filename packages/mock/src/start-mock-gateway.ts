import { standalone, type GatewayHandler } from '@model-gateway/core';
import {
  createMockGatewayAt,
  type MockGateway,
  type MockGatewayOptions,
} from './create-mock-gateway.ts';
import { withCors } from './http/cors.ts';

export interface StartMockGatewayOptions extends MockGatewayOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined;
  /** By default 127.0.0.1: reachable from this machine only. */
  readonly host?: string | undefined;
}

export interface RunningMockGateway extends MockGateway {
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
  const { serve } = await import('@model-gateway/node');
  // package.json tells bundlers for browsers to leave that package out.
  if (typeof serve !== 'function')
    throw new TypeError('a browser has no ports: use createMockGateway');
  // The gateway names its URLs, so it comes after the port; nobody knows of the port before.
  let handle: GatewayHandler = async () => undefined;
  const { url, port, close } = await serve(
    withCors(standalone((request) => handle(request))),
    options,
  );
  try {
    const gateway = createMockGatewayAt(url, options);
    await gateway.ready();
    handle = gateway.handle;
    return { ...gateway, url, port, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}
