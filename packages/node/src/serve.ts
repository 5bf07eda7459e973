import { createServer, type Server } from 'node:http';
import { isIPv6 } from 'node:net';
import type { GatewayHandler } from '@model-gateway/core';
import { toRequestListener } from './request-listener.ts';
import type { Send } from './send-response.ts';

export interface ServeOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined;
  /** By default 127.0.0.1: reachable from this machine only. */
  readonly host?: string | undefined;
  /** Writes each response in place of `sendResponse`, to which it leaves what it does not know. */
  readonly send?: Send | undefined;
}

export interface RunningServer extends AsyncDisposable {
  /** `http://127.0.0.1:4010`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /** Stops listening and ends every connection, keep-alive and streaming ones too. Twice is fine. */
  close(): Promise<void>;
}

/**
 * Serves a handler on a port of its own; resolves once it accepts connections. Rejects at once when
 * the port is taken, with a message that names it.
 */
export async function serve(
  handler: GatewayHandler,
  { port = 0, host = '127.0.0.1', send }: ServeOptions = {},
): Promise<RunningServer> {
  const server = createServer(toRequestListener(handler, send));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port, host)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actualPort = typeof address === 'object' && address !== null ? address.port : port;
  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }));
  return {
    url: `http://${isIPv6(host) ? `[${host}]` : host}:${actualPort}`,
    port: actualPort,
    server,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is taken by another program; choose another port, or 0 for any free one`,
    EACCES: `port ${port} needs more rights than this program has; choose one above 1023`,
    EADDRNOTAVAIL: `${host} is no address of this machine; choose 127.0.0.1, 0.0.0.0 or ::`,
    ENOTFOUND: `the host name ${host} is unknown`,
  };
  const reason = reasons[error.code ?? ''] ?? error.message;
  return Object.assign(new Error(`cannot listen: ${reason}`, { cause: error }), {
    code: error.code,
  });
}
