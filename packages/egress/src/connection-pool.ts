import type { LookupFunction } from 'node:net';
import { EgressError } from '@model-gateway/core';
import { buildConnector, Client, type Dispatcher } from 'undici';
import { InterimAnswers, withoutInterim } from './interim-answers.ts';

/** One connection, used for one request at a time. */
export interface Connection {
  readonly dispatcher: Dispatcher;
  /** A request is about to be written: an answer begins. */
  expectAnswer(): void;
  /** Its answer is complete: the next request to this origin may have it. */
  release(): void;
  /** Closes it now, also while it is still being made. */
  destroy(): void;
}

export interface ConnectionPoolOptions {
  /** How the names of an origin are looked up. */
  readonly lookupFor: (origin: string) => LookupFunction;
  readonly connectTimeoutMs: number;
  /** How many connections are kept that are not in use: of one origin, and of all together. */
  readonly maxIdle: { readonly perOrigin: number; readonly inAll: number };
}

/** How long a server can make us keep a connection that nobody uses. */
const LONGEST_IDLE_MS = 60_000;

/**
 * Connections by origin, kept for the next request for as long as the server keeps them, unless there
 * are too many: then the one that was not used for longest is closed. undici's own pools connect anew after an aborted request, only to let that connection idle; here an abort
 * takes its connection with it.
 */
export class ConnectionPool {
  readonly #options: ConnectionPoolOptions;
  /** The one used last comes last. */
  readonly #idle = new Map<string, Connection[]>();
  /** All of them with their origins, in the same order. */
  readonly #idleInAll = new Map<Connection, string>();
  readonly #all = new Set<() => Promise<void>>();
  #isClosed = false;

  constructor(options: ConnectionPoolOptions) {
    this.#options = options;
  }

  /** A connection for one request: the one used last, or a new one. */
  take(origin: string): Connection {
    if (this.#isClosed) throw new EgressError('unreachable', 'The HTTP client is closed.');
    const connection = this.#idle.get(origin)?.at(-1) ?? this.#open(origin);
    this.#forget(connection);
    return connection;
  }

  /** Ends every connection, those in use too. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((end) => end()));
  }

  #open(origin: string): Connection {
    const socketEnd = new AbortController();
    const interim = new InterimAnswers();
    const connect = buildConnector({
      lookup: this.#options.lookupFor(origin),
      signal: socketEnd.signal,
      timeout: this.#options.connectTimeoutMs,
    });
    const client = new Client(origin, {
      // Silence is timed by the caller, through its signal.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveMaxTimeout: LONGEST_IDLE_MS,
      connect(options, callback) {
        connect(options, (...outcome) => {
          if (outcome[0] === null) withoutInterim(outcome[1], interim);
          callback(...outcome);
        });
      },
    });
    const end = async () => {
      this.#all.delete(end);
      this.#forget(connection);
      const ended = client.destroy();
      // Only this also ends a connection that is still being made.
      socketEnd.abort();
      await ended;
    };
    const connection: Connection = {
      dispatcher: client,
      expectAnswer: () => interim.expect(),
      release: () => this.#keep(origin, connection),
      destroy: () => void end(),
    };
    // In use, undici brings the request to its end, or connects again for one that was not sent.
    client.on('disconnect', () => {
      if (this.#forget(connection)) connection.destroy();
    });
    this.#all.add(end);
    return connection;
  }

  #keep(origin: string, connection: Connection): void {
    if (this.#isClosed) {
      connection.destroy();
      return;
    }
    const idle = this.#idle.get(origin) ?? [];
    idle.push(connection);
    this.#idle.set(origin, idle);
    this.#idleInAll.set(connection, origin);
    const { perOrigin, inAll } = this.#options.maxIdle;
    const [oldest] = this.#idleInAll.keys();
    if (idle.length > perOrigin) idle[0]?.destroy();
    else if (this.#idleInAll.size > inAll) oldest?.destroy();
  }

  /** Takes a connection off the idle ones; whether it was one. */
  #forget(connection: Connection): boolean {
    const origin = this.#idleInAll.get(connection);
    if (origin === undefined) return false;
    this.#idleInAll.delete(connection);
    const idle = (this.#idle.get(origin) ?? []).filter((other) => other !== connection);
    if (idle.length === 0) this.#idle.delete(origin);
    else this.#idle.set(origin, idle);
    return true;
  }
}
