import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { OpenList } from '@model-gateway/core/kit';

/** A request whose connection was closed before its answer was complete. */
export interface CutRequest {
  readonly method: string;
  /** Without the query, which may hold private data. */
  readonly path: string;
}

/** The open connections of a server and their pending answers. */
export class Connections {
  readonly #sockets = new Set<Socket>();
  readonly #owed = new OpenList<ServerResponse>();
  /**
   * The last answer that each connection owes; answers go out in the order of requests. One that was
   * sent is forgotten: an idle connection would keep all that its last request held.
   */
  readonly #last = new WeakMap<Duplex, ServerResponse>();
  /** Connections with an answer, sent or being sent, that carries `connection: close`. */
  readonly #ending = new WeakSet<Duplex>();
  readonly #handling = new OpenList<Promise<void>>();
  #isDraining = false;
  #accepted = 0;

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#accepted++;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** How many connections were accepted so far. */
  get accepted(): number {
    return this.#accepted;
  }

  /**
   * Records a request; false when it must not be handled because an earlier answer carries
   * `connection: close`. From that header the client knows that it may send the request again on
   * another connection.
   */
  admit({ socket }: IncomingMessage, res: ServerResponse): boolean {
    if (this.#ending.has(socket)) return false;
    const place = this.#owed.add(res);
    this.#last.set(socket, res);
    res.once('close', () => {
      this.#owed.remove(place);
      if (this.#last.get(socket) === res) this.#last.delete(socket);
    });
    if (this.#isDraining) this.endAfter(socket, res);
    return true;
  }

  /** Records that a handler is running until `done` settles; `done` never rejects. */
  handling(done: Promise<void>): void {
    const place = this.#handling.add(done);
    void done.then(() => this.#handling.remove(place));
  }

  /** Resolves when every handler that is running now is done. */
  async handled(): Promise<void> {
    await Promise.all(this.#handling);
  }

  /** Returns the last answer of a connection if it is still pending. */
  lastOwed(socket: Duplex): ServerResponse | undefined {
    return this.#last.get(socket);
  }

  /** Makes every connection close after its last pending answer. */
  drain(): void {
    this.#isDraining = true;
    for (const res of this.#owed) {
      const { socket } = res.req;
      if (this.#last.get(socket) === res) this.endAfter(socket, res);
    }
  }

  /**
   * Closes connections that never received a byte, which Node does not count as idle. A client that
   * has sent half a request may complete it, and gets its answer.
   */
  closeSilent(): void {
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  /** Closes a connection after this answer, which should be its last pending one. */
  endAfter(socket: Duplex, res: ServerResponse): void {
    if (!res.headersSent) {
      // Makes Node write `connection: close` and close the connection.
      res.shouldKeepAlive = false;
      this.#ending.add(socket);
    }
    // Also for a stream whose head, already sent, says that the connection stays open.
    res.once('close', () => {
      if (this.lastOwed(socket) === undefined) socket.end(() => socket.destroy());
    });
  }

  /** Closes every connection now; returns the requests whose answers were cut short. */
  cut(): readonly CutRequest[] {
    this.#isDraining = true;
    const cut: CutRequest[] = [];
    for (const { req, writableFinished } of this.#owed) {
      // An answer learns a moment later that its connection is destroyed.
      if (!writableFinished && !req.socket.destroyed) cut.push(named(req));
    }
    for (const socket of this.#sockets) socket.destroy();
    return cut;
  }
}

function named({ method = 'GET', url = '/' }: IncomingMessage): CutRequest {
  return { method, path: url.replace(/\?.*$/s, '') };
}
