import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request whose answer was not complete when its connection was closed. */
export interface CutRequest {
  readonly method: string;
  /** Without the query, which may hold what is private. */
  readonly path: string;
}

/** The open connections of a server, and the answers that they still owe. */
export class Connections {
  readonly #sockets = new Set<Socket>();
  /** Those of one connection in the order of their requests. */
  readonly #owed = new Set<ServerResponse>();
  /** Connections whose client was told, or is being told, that no further request is read. */
  readonly #ending = new WeakSet<Socket>();
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
    if (this.#isDraining) {
      if (this.#ending.has(socket)) return false;
      this.#endWith(socket, res);
    }
    this.#owed.add(res);
    res.once('close', () => this.#owed.delete(res));
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
  lastOwed(socket: Socket): ServerResponse | undefined {
    let last: ServerResponse | undefined;
    for (const res of this.#owed) if (res.req.socket === socket) last = res;
    return last;
  }

  /**
   * Closes what is idle, and has every other connection close after the last answer that it owes.
   * One on which half a request has arrived may complete it, and gets its answer.
   */
  drain(): void {
    this.#isDraining = true;
    const last = new Map<Socket, ServerResponse>();
    for (const res of this.#owed) last.set(res.req.socket, res);
    for (const socket of this.#sockets) {
      const res = last.get(socket);
      if (res !== undefined) this.#endWith(socket, res);
      else if (socket.bytesRead === 0) socket.destroy();
    }
  }

  /** Closes every connection now; returns the requests whose answers that cut short. */
  cut(): readonly CutRequest[] {
    this.#isDraining = true;
    const cut = [...this.#owed].filter((res) => !res.writableFinished).map(({ req }) => named(req));
    for (const socket of this.#sockets) socket.destroy();
    return cut;
  }

  /** Closes a connection after this answer, which should be the last that it owes. */
  #endWith(socket: Socket, res: ServerResponse): void {
    if (!res.headersSent) {
      // With this, Node writes `connection: close` and does what it says.
      res.shouldKeepAlive = false;
      this.#ending.add(socket);
      return;
    }
    // A stream that told its client that the connection stays.
    res.once('close', () => {
      if (this.lastOwed(socket) === undefined) socket.destroySoon();
    });
  }
}

function named({ method = 'GET', url = '/' }: IncomingMessage): CutRequest {
  return { method, path: url.replace(/\?.*$/s, '') };
}
