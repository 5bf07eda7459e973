import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Something between the stores and their server that does what networks and poolers do. */
export interface Proxy {
  /** The URL of the same database by way of the proxy. */
  readonly url: string;
  /** Stops passing bytes on over existing connections, without closing them. */
  silence(): void;
  /** How often something came over a connection that passes nothing on. */
  readonly unanswered: number;
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Drops the server's notices, like a pooler that shares connections. */
  readonly dropsNotices?: boolean;
}

export async function startProxy(
  url: string,
  { dropsNotices = false }: ProxyOptions = {},
): Promise<Proxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let unanswered = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    const filter = dropsNotices ? withoutNotices() : (chunk: Buffer) => chunk;
    client.on('data', (chunk) => {
      if (silent.has(client)) unanswered++;
      else upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => silent.has(upstream) || client.write(filter(chunk)));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  // Listening on a TCP port, so the address is one.
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    silence() {
      for (const socket of sockets) silent.add(socket);
    },
    get unanswered() {
      return unanswered;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

const NOTIFICATION_RESPONSE = 'A'.charCodeAt(0);

/**
 * Removes messages of one type from the server's output: a byte of type, four of length, the rest.
 */
function withoutNotices(): (chunk: Buffer) => Buffer {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const kept: Buffer[] = [];
    while (rest.length >= 5) {
      const length = 1 + rest.readInt32BE(1);
      if (rest.length < length) break;
      if (rest[0] !== NOTIFICATION_RESPONSE) kept.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    return Buffer.concat(kept);
  };
}
