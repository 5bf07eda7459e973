import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import { Server, type AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** Where the servers of one test listen. */
export interface FreePorts {
  /** The origin of the newest server, once it listens. */
  origin(): Promise<string>;
}

/**
 * For the length of a test every server of this process listens on a free port of this machine,
 * whatever port it asks for: what a README shows may be taken. They are closed with the test.
 */
export function useFreePorts(t: TestContext): FreePorts {
  const servers: Server[] = [];
  const { listen } = Server.prototype;
  t.mock.method(Server.prototype, 'listen', function (this: Server, ...args: unknown[]) {
    servers.push(this);
    if (servers.length === 1) t.after(() => servers.forEach(close));
    const onListening = args.find((arg) => typeof arg === 'function');
    return listen.call(this, { port: 0, host: '127.0.0.1' }, () => onListening?.());
  });
  return {
    async origin() {
      const server = servers.at(-1);
      if (server === undefined) throw new Error('nothing listens');
      if (!server.listening) await once(server, 'listening');
      // Listening on a TCP port, so the address is one.
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
  };
}

function close(server: Server): void {
  server.close();
  if (server instanceof HttpServer) server.closeAllConnections();
}
