import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface LoopbackServer extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** How many connections were ever made. */
  readonly connections: number;
  /** How many are open. */
  readonly open: number;
  /** Resolves once no connection is open. */
  allClosed(): Promise<void>;
  /** Resolves once no more than that many are open. */
  closedTo(count: number): Promise<void>;
}

/** So that no test is slow enough for a connection to become too old. */
const LONG_MS = 600_000;

/**
 * An HTTP server on loopback that counts its connections and knows when they are gone. Its answers
 * state `keepAliveTimeout`, after which it closes those that are idle.
 */
export async function startLoopback(
  listener: RequestListener = (_, res) => res.end('hello'),
  keepAliveTimeout = LONG_MS,
): Promise<LoopbackServer> {
  const server = createServer({ keepAliveTimeout }, listener);
  const open = new Set<Socket>();
  let connections = 0;
  let onClosed = () => {};
  server.on('connection', (socket) => {
    connections++;
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      onClosed();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  const closedTo = (count: number) =>
    new Promise<void>((resolve) => {
      onClosed = () => {
        if (open.size <= count) resolve();
      };
      onClosed();
    });
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    get connections() {
      return connections;
    },
    get open() {
      return open.size;
    },
    allClosed: () => closedTo(0),
    closedTo,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
