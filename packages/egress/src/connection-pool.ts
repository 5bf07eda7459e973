import type { LookupFunction } from 'node:net';
import { EgressError } from '@model-gateway/core';
import { Client, type Dispatcher } from 'undici';

/** One connection, used for one request at a time. */
export interface Connection {
  readonly dispatcher: Dispatcher;
  /** Its answer is complete: the next request to this origin may have it. */
  release(): void;
  /** Closes it now, also while it is still being made. */
  destroy(): void;
}

export interface ConnectionPoolOptions {
  /** How the names of an origin are looked up. */
  readonly lookupFor: (origin: string) => LookupFunction;
  readonly connectTimeoutMs: number;
}

/** How long a server can make us keep a connection that nobody uses. */
const LONGEST_IDLE_MS = 60_000;

/**
 * Connections by origin, kept for the next request for as long as the server keeps them. undici's
 * own pools connect anew after an aborted request, only to let that connection idle; here an abort
 * takes its connection with it.
 */
export class ConnectionPool {
  readonly #options: ConnectionPoolOptions;
  readonly #idle = new Map<string, Connection[]>();
  readonly #all = new Set<() => Promise<void>>();
  #isClosed = false;

  constructor(options: ConnectionPoolOptions) {
    this.#options = options;
  }

  /** A connection for one request: the one used last, or a new one. */
  take(origin: string): Connection {
    if (this.#isClosed) throw new EgressError('unreachable', 'The HTTP client is closed.');
    return this.#idle.get(origin)?.pop() ?? this.#open(origin);
  }

  /** Ends every connection, those in use too. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((end) => end()));
  }

  #open(origin: string): Connection {
    const socketEnd = new AbortController();
    const client = new Client(origin, {
      // Silence is timed by the caller, through its signal.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveMaxTimeout: LONGEST_IDLE_MS,
      connect: {
        lookup: this.#options.lookupFor(origin),
        timeout: this.#options.connectTimeoutMs,
        signal: socketEnd.signal,
      },
    });
    const end = async () => {
      this.#all.delete(end);
      this.#forget(origin, connection);
      const ended = client.destroy();
      // Only this also ends a connection that is still being made.
      socketEnd.abort();
      await ended;
    };
    const connection: Connection = {
      dispatcher: client,
      release: () => this.#keep(origin, connection),
      destroy: () => void end(),
    };
    // In use, undici brings the request to its end, or connects again for one that was not sent.
    client.on('disconnect', () => {
      if (this.#forget(origin, connection)) connection.destroy();
    });
    this.#all.add(end);
    return connection;
  }

  #keep(origin: string, connection: Connection): void {
    const idle = this.#idle.get(origin);
    if (this.#isClosed) connection.destroy();
    else if (idle === undefined) this.#idle.set(origin, [connection]);
    else idle.push(connection);
  }

  /** Takes a connection off the idle ones; whether it was one. */
  #forget(origin: string, connection: Connection): boolean {
    const idle = this.#idle.get(origin) ?? [];
    const index = idle.indexOf(connection);
    if (index !== -1) idle.splice(index, 1);
    if (idle.length === 0) this.#idle.delete(origin);
    return index !== -1;
  }
}
