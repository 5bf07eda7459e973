import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A client that writes given bytes and keeps everything it receives. */
export interface RawClient extends AsyncDisposable {
  readonly socket: Socket;
  /** Everything received so far. */
  readonly received: string;
  send(text: string): void;
  /** Resolves once this text was received; rejects when the connection ends without it. */
  until(wanted: string): Promise<string>;
  /** Resolves to everything received once the server has closed the connection. */
  ended(): Promise<string>;
}

/** Connects to a port of this machine. */
export async function rawClient(port: number): Promise<RawClient> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  let wake = () => {};
  const changed = () => new Promise<void>((resolve) => (wake = resolve));
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
    wake();
  });
  // A reset is an end too; tests look at what was received before it.
  socket.on('error', () => {});
  socket.on('close', () => {
    wake();
  });
  await once(socket, 'connect');
  return {
    socket,
    get received() {
      return received;
    },
    send: (text) => void socket.write(text, 'latin1'),
    async until(wanted) {
      while (!received.includes(wanted)) {
        if (socket.closed)
          throw new Error(`${JSON.stringify(wanted)} is not in ${JSON.stringify(received)}`);
        await changed();
      }
      return received;
    },
    async ended() {
      while (!socket.closed) await changed();
      return received;
    },
    async [Symbol.asyncDispose]() {
      socket.destroy();
    },
  };
}

/** A request without a body, as it goes over the wire. */
export function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
}
