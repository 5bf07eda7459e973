import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A TCP server on loopback that answers every connection with raw bytes. */
export async function startRaw(onConnection: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onConnection(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}
