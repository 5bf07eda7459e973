import { standalone } from '@model-gateway/core';
import {
  createMockGateway,
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

export interface RunningMockGateway extends MockGateway, AsyncDisposable {
  /** The bare host: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** What clients take as their base URL: `http://127.0.0.1:4010/v1`. */
  readonly baseURL: string;
  readonly port: number;
  /** Ends every connection and frees the port. Twice is fine. */
  close(): Promise<void>;
}

/** A fake model gateway on a port of its own (Node only); ready for requests once it resolves. */
export async function startMockGateway(
  options: StartMockGatewayOptions = {},
): Promise<RunningMockGateway> {
  const gateway = createMockGateway(options);
  await gateway.ready();
  const { serve } = await import('@model-gateway/node');
  // package.json tells bundlers for browsers to leave that package out.
  if (typeof serve !== 'function')
    throw new TypeError('a browser has no ports: use createMockGateway');
  const { url, port, close } = await serve(withCors(standalone(gateway.handle)), options);
  return {
    ...gateway,
    url,
    baseURL: url + gateway.basePath,
    port,
    close,
    [Symbol.asyncDispose]: close,
  };
}
