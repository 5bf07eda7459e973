import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createApiKey,
  createGateway,
  createMemoryCreditLedger,
  createMemoryKeyStore,
  createMemoryModelStore,
  type RequestObserver,
  type AttemptContext,
  type HttpClient,
  type CatalogEntry,
  type Provider,
} from '@model-gateway/core';
import { createGuardedHttpClient } from '@model-gateway/egress';
import { sendAndFree, serve } from '@model-gateway/node';

/** For tests that free: Node 20 cannot. */
export const skip = !('transfer' in ArrayBuffer.prototype);

export const CONTEXT: AttemptContext = {
  signal: new AbortController().signal,
  dispatched() {},
  progress() {},
  hold: () => undefined,
};

export const aClient = () =>
  createGuardedHttpClient({ allow: ({ address }) => address === '127.0.0.1' });

/** An upstream on loopback. */
export async function startUpstream(listener: RequestListener) {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A gateway with that provider and the key `k`, on a port. */
export function startGateway(
  provider: Provider | readonly Provider[],
  catalog: readonly CatalogEntry[],
  http: HttpClient,
  send = sendAndFree,
  observers: readonly RequestObserver[] = [],
) {
  const gateway = createGateway({
    providers: [provider].flat(),
    observers,
    inference: { http, ledger: createMemoryCreditLedger({ account: '100' }) },
    stores: {
      models: createMemoryModelStore(catalog),
      keys: createMemoryKeyStore([createApiKey('k', { creditAccountId: 'account' })]),
    },
  });
  return serve(gateway.handle, { send });
}

/** Sends as `sendAndFree` does, behind middleware that keeps what is written. */
export function keepingWrites(kept: Uint8Array[]): typeof sendAndFree {
  return (res, answer) => {
    const { write } = res;
    res.write = (...args: unknown[]) => {
      // What sendAndFree writes is bytes.
      kept.push(args[0] as Uint8Array);
      // The arguments are those that it takes.
      return Reflect.apply(write, res, args) as boolean;
    };
    return sendAndFree(res, answer);
  };
}
