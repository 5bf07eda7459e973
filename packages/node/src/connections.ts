import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A request whose answer was not complete when its connection was closed. */
export interface CutRequest {
  readonly method: string;
  /** Without the query, which may hold what is private. */
  readonly path: string;
}

/** The open connections of a server, and the answers that they still owe. */
export class Connections {
  readonly #sockets = new Set<Socket>();
  readonly #owed = new Set<ServerResponse>();
  /** The last answer of each connection, owed or given; they go out in the order of the requests. */
  readonly #last = new WeakMap<Duplex, ServerResponse>();
  /** Connections whose client was told, or is being told, that no further request is read. */
  readonly #ending = new WeakSet<Duplex>();
  readonly #handling = new Set<Promise<void>>();
  #isDraining = false;

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /**
   * Notes that a request came; false when it must not be handled, because an answer in front of it
   * says `connection: close`. Its client knows from that header that it may send it again elsewhere.
   */
  admit({ socket }: IncomingMessage, res: ServerResponse): boolean {
    if (this.#ending.has(socket)) return false;
    this.#owed.add(res);
    this.#last.set(socket, res);
    res.once('close', () => this.#owed.delete(res));
    if (this.#isDraining) this.endAfter(socket, res);
    return true;
  }

  /** Notes that a handler is at work for a request, until `done` settles, which never rejects. */
  handling(done: Promise<void>): void {
    this.#handling.add(done);
    void done.then(() => this.#handling.delete(done));
  }

  /** Resolves when every handler that is at work now is done. */
  async handled(): Promise<void> {
    await Promise.all(this.#handling);
  }

  /** The last answer that a connection still owes, if there is one. */
  lastOwed(socket: Duplex): ServerResponse | undefined {
    const last = this.#last.get(socket);
    return last !== undefined && this.#owed.has(last) ? last : undefined;
  }

  /** From here on every connection closes after the last answer that it owes. */
  drain(): void {
    this.#isDraining = true;
    for (const res of this.#owed) {
      const { socket } = res.req;
      if (this.#last.get(socket) === res) this.endAfter(socket, res);
    }
  }

  /**
   * Closes connections on which nothing ever came, which Node does not count among the idle ones.
   * Where half a request has arrived its client may complete it, and gets its answer.
   */
  closeSilent(): void {
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  /** Closes a connection after this answer, which should be the last that it owes. */
  endAfter(socket: Duplex, res: ServerResponse): void {
    if (!res.headersSent) {
      // With this, Node writes `connection: close` and does what it says.
      res.shouldKeepAlive = false;
      this.#ending.add(socket);
    }
    // Also for a stream that told its client that the connection stays.
    res.once('close', () => {
      if (this.lastOwed(socket) === undefined) socket.end(() => socket.destroy());
    });
  }

  /** Closes every connection now; returns the requests whose answers that cut short. */
  cut(): readonly CutRequest[] {
    this.#isDraining = true;
    const cut: CutRequest[] = [];
    for (const { req, writableFinished } of this.#owed) {
      // It takes a moment until an answer knows that its connection is destroyed.
      if (!writableFinished && !req.socket.destroyed) cut.push(named(req));
    }
    for (const socket of this.#sockets) socket.destroy();
    return cut;
  }
}

function named({ method = 'GET', url = '/' }: IncomingMessage): CutRequest {
  return { method, path: url.replace(/\?.*$/s, '') };
}
