import type { LookupFunction, Socket } from 'node:net';
import { EgressError } from '@model-gateway/core';
import type { Dispatcher } from 'undici';
import { LONGEST_IDLE_MS } from './idle-time.ts';
import { Reads } from './reads.ts';

/** One connection, used for one request at a time. */
export interface Connection {
  readonly dispatcher: Dispatcher;
  /** Whether all that is read gets memory of its own. */
  copiesReads(): boolean;
  /** Whether the system has all that was written. */
  hasSentAll(): boolean;
  /** Says that more than one piece is being written, so that the system gets several at once. */
  gatherWrites(): void;
  /** Marks that a request is about to be written. */
  expectAnswer(): void;
  /** Reads no more of the answer, until `resume`. */
  pause(): void;
  resume(): void;
  /** Returns the time that the pool goes by, in milliseconds. */
  now(): number;
  /** Returns the connection to the pool after a complete answer, for requests until `freshUntil`. */
  release(freshUntil: number): void;
  /** Closes the connection now, even while it is being established. */
  destroy(): void;
}

export interface ConnectionPoolOptions {
  /** Returns the lookup for an origin. */
  readonly lookupFor: (origin: string) => LookupFunction;
  readonly connectTimeoutMs: number;
  /** Limits of idle connections: to one origin, and in all. */
  readonly maxIdle: { readonly perOrigin: number; readonly inAll: number };
  /** Milliseconds from any moment on, never backwards. */
  readonly now: () => number;
}

type Undici = typeof import('./undici.ts');

/**
 * How much a connection without TLS takes before its writer waits. It is what reaches the system as one
 * write (`gatherWrites`): with the 64 kB of undici, which `highWaterMark` would set for both directions,
 * each piece would be one.
 */
const WRITES_TOGETHER = {
  highWaterMark: undefined,
  readableHighWaterMark: 64 * 1024,
  writableHighWaterMark: 256 * 1024,
};

interface IdleConnection {
  readonly connection: Connection;
  readonly freshUntil: number;
}

/**
 * Connections by origin, kept for the next request while the server surely keeps them too, unless
 * there are too many: then the one that was not used for longest is closed. undici's own pools
 * connect anew after an aborted request, only to let that connection idle; here an abort takes its
 * connection with it.
 */
export class ConnectionPool {
  readonly #options: ConnectionPoolOptions;
  /** Idle connections by origin, the most recently used last. */
  readonly #idle = new Map<string, IdleConnection[]>();
  /** All idle connections with their origins, in the same order. */
  readonly #idleInAll = new Map<Connection, string>();
  readonly #all = new Set<() => Promise<void>>();
  /** Loaded for the first connection, so that no process waits for it while it starts. */
  #undici: Undici | undefined;
  #isClosed = false;

  constructor(options: ConnectionPoolOptions) {
    this.#options = options;
  }

  /** Returns the idle connection that was used last, for one request; undefined where none is fresh. */
  takeIdle(origin: string): Connection | undefined {
    const idle = this.#idle.get(origin);
    if (idle === undefined) return undefined;
    const now = this.#options.now();
    for (let last = idle.at(-1); last !== undefined; last = idle.at(-1)) {
      const { connection, freshUntil } = last;
      this.#forget(connection);
      if (now <= freshUntil) return connection;
      connection.destroy();
    }
    return undefined;
  }

  /** Returns a new connection. */
  async open(origin: string): Promise<Connection> {
    const undici = (this.#undici ??= await import('./undici.ts'));
    if (this.#isClosed) throw new EgressError('unreachable', 'The HTTP client is closed.');
    return this.#open(origin, undici);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Closes every connection, also those in use. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((end) => end()));
  }

  #open(origin: string, { buildConnector, Client }: Undici): Connection {
    const socketEnd = new AbortController();
    const reads = new Reads();
    const connect = buildConnector({
      onread: reads,
      ...(origin.startsWith('http:') && WRITES_TOGETHER),
      lookup: this.#options.lookupFor(origin),
      signal: socketEnd.signal,
      timeout: this.#options.connectTimeoutMs,
    });
    const client = new Client(origin, {
      // The caller sets timeouts through its signal.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveMaxTimeout: LONGEST_IDLE_MS,
      connect(options, callback) {
        connect(options, (...outcome) => {
          if (outcome[0] === null) reads.goTo(outcome[1]);
          callback(...outcome);
        });
      },
    });
    const end = async () => {
      this.#all.delete(end);
      this.#forget(connection);
      const ended = client.destroy();
      // Only this also closes a connection that is still being established.
      socketEnd.abort();
      await ended;
    };
    const connection = {
      dispatcher: client,
      copiesReads: () => reads.isUsed,
      hasSentAll: () => reads.socket?.writableLength === 0,
      gatherWrites: () => reads.socket && gather(reads.socket),
      expectAnswer: () => reads.expectAnswer(),
      pause: () => reads.pause(),
      resume: () => reads.resume(),
      now: this.#options.now,
      release: (freshUntil: number) => {
        this.#keep(origin, { connection, freshUntil });
      },
      destroy: () => void end(),
    };
    // For a connection in use, undici completes the request, or reconnects for one that was not
    // sent.
    client.on('disconnect', () => {
      if (this.#forget(connection)) connection.destroy();
    });
    this.#all.add(end);
    return connection;
  }

  #keep(origin: string, released: IdleConnection): void {
    const { connection, freshUntil } = released;
    if (this.#isClosed || freshUntil <= this.#options.now()) {
      connection.destroy();
      return;
    }
    const idle = this.#idle.get(origin) ?? [];
    idle.push(released);
    this.#idle.set(origin, idle);
    this.#idleInAll.set(connection, origin);
    const { perOrigin, inAll } = this.#options.maxIdle;
    if (idle.length > perOrigin) idle[0]?.connection.destroy();
    else if (this.#idleInAll.size > inAll) {
      const [oldest] = this.#idleInAll.keys();
      oldest?.destroy();
    }
  }

  /** Removes an idle connection; returns whether it was idle. */
  #forget(connection: Connection): boolean {
    const origin = this.#idleInAll.get(connection);
    if (origin === undefined) return false;
    this.#idleInAll.delete(connection);
    const idle = this.#idle.get(origin) ?? [];
    // Mostly the one that was used last.
    if (idle.at(-1)?.connection === connection) idle.pop();
    else {
      const position = idle.findLastIndex((other) => other.connection === connection);
      if (position !== -1) idle.splice(position, 1);
    }
    if (idle.length === 0) this.#idle.delete(origin);
    return true;
  }
}

/** Holds writes back until the pending promise jobs have run: the writer does not wait between them. */
function gather(socket: Socket): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  process.nextTick(() => socket.uncork());
}
