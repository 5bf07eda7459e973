import { connect } from 'node:net';

/** What a client of `pg` knows of its connection. */
export interface ConnectedClient {
  readonly host: string;
  readonly port: number;
  readonly processID: number | null;
  readonly secretKey: number | null;
}

/** The number of a CancelRequest, in place of the version of the protocol. */
const CANCEL = 80_877_102;
const PATIENCE_MS = 5000;

/**
 * Asks the server to cancel the statement that a connection runs: one that waits for a lock goes on
 * after its connection is closed. Tries once, over a connection of its own and without TLS, as libpq
 * before version 17 does. Source: PostgreSQL, "Canceling Requests in Progress".
 */
export function cancelStatement({ host, port, processID, secretKey }: ConnectedClient): void {
  if (processID === null || secretKey === null) return;
  const message = Buffer.alloc(16);
  for (const [position, value] of [message.length, CANCEL, processID, secretKey].entries()) {
    message.writeInt32BE(value, position * 4);
  }
  const socket = host.startsWith('/')
    ? connect(`${host}/.s.PGSQL.${port}`)
    : connect({ host, port });
  socket.unref();
  // Closed by the server, which does not answer.
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.on('error', () => {});
  socket.end(message);
}
