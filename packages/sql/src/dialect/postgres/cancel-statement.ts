import { connect } from 'node:net';
import type { PostgresClient } from './pool.ts';

/** What a client of `pg` knows of its connection. */
interface ConnectedClient {
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
 * before version 17 does. Does nothing for a client that does not know its connection as those of
 * `pg` do. Source: PostgreSQL, "Canceling Requests in Progress".
 */
export function cancelStatement(client: PostgresClient): void {
  // A pool of the host's has clients of `pg`, or of anything else.
  const { host, port, processID, secretKey } = client as Partial<ConnectedClient>;
  if (processID == null || secretKey == null || host === undefined || port === undefined) return;
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
