import { connect } from 'node:net';

/** The bytes of a connection, and how it ended. */
export interface RawExchange {
  readonly text: string;
  /** `end`: closed in good order (FIN); otherwise the code of the error. */
  readonly ending: string;
}

/** Sends a GET as bytes, and reads until the connection ends. */
export function rawExchange(url: string, apiKey: string): Promise<RawExchange> {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    const finish = (ending: string) => {
      socket.destroy();
      resolve({ text: Buffer.concat(chunks).toString('latin1'), ending });
    };
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => finish('end'));
    socket.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
    socket.write(
      `GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${apiKey}\r\n\r\n`,
    );
  });
}
