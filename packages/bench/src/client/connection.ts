import { connect } from 'node:net';
import { ResponseReader } from './response-reader.ts';

const RECEIVE_BUFFER_BYTES = 256 * 1024;

export interface ConnectionEvents {
  onOpen(): void;
  /** Called with what came, before it is read; it is overwritten by the next. */
  onBytes?(bytes: Buffer): void;
  onResponse(status: number): void;
  onFailure(error: Error): void;
}

/** A keep-alive connection that is sent one request at a time. */
export interface Connection {
  send(request: string): void;
  close(): void;
}

export function openConnection(port: number, events: ConnectionEvents): Connection {
  const reader = new ResponseReader((status) => events.onResponse(status));
  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    // One buffer for all that comes: a fresh one for each piece of a list keeps a client busy.
    onread: {
      buffer: Buffer.allocUnsafe(RECEIVE_BUFFER_BYTES),
      callback(length, chunk) {
        try {
          // It is the Buffer from above.
          const bytes = chunk as Buffer;
          events.onBytes?.(bytes.subarray(0, length));
          reader.read(bytes, length);
        } catch (error) {
          events.onFailure(error instanceof Error ? error : new Error(String(error)));
        }
        return true;
      },
    },
  });
  socket
    .once('connect', () => events.onOpen())
    .once('error', (error) => events.onFailure(error))
    .once('close', () => events.onFailure(new Error('the server closed a connection')));
  return {
    send: (request) => void socket.write(request, 'latin1'),
    close: () => void socket.destroy(),
  };
}
