import { Buffer } from 'node:buffer';
import type { OnReadOpts, Socket } from 'node:net';
import { InterimAnswers } from './interim-answers.ts';

/**
 * Where every connection reads, as much as Node sets aside for one read: memory of its own would
 * take each that waits 64 kB. `callback` copies what came before the next can read.
 */
const ROOM = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * What a connection reads, on its way from the socket to undici, which has no hooks for it.
 *
 * Sockets read into the same memory again: Node sets 64 kB aside for every read otherwise, and lets
 * go of most of it. And undici, which waits for `readable`, has what came at once, in the middle of
 * that event: through the buffer of the stream, a small read costs twice as much. Pauses are the
 * socket's: undici throws where a connection ends while its parser is paused.
 */
export class Reads implements OnReadOpts {
  readonly #interim = new InterimAnswers();
  #socket: Socket | undefined;
  /** For the next `read`. */
  #offered: Buffer | undefined;
  #isPaused = false;

  readonly buffer = ROOM;

  /** Passes a read on; false where no more should come for now. */
  readonly callback = (length: number): boolean => {
    const chunk = this.#interim.skipIn(Buffer.from(ROOM.subarray(0, length)));
    if (chunk.length === 0) return true;
    this.#offered = this.#offered === undefined ? chunk : Buffer.concat([this.#offered, chunk]);
    // What waits comes first.
    if (this.#socket?.readableLength === 0) this.#socket.emit('readable');
    return this.#leave() && !this.#isPaused;
  };

  /** Marks that a request is sent: the next bytes begin its answer. */
  expectAnswer(): void {
    this.#interim.expect();
  }

  /** Reads no more, until `resume`. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#socket?.resume();
  }

  /** From now on, the readers of this socket have what is read. */
  goTo(socket: Socket): void {
    this.#socket = socket;
    const read = socket.read.bind(socket);
    socket.read = (size) => {
      // Of size 0, it only asks for more.
      const offered = size === 0 ? undefined : this.#takeOffered();
      // A socket without an encoding emits Buffers.
      return offered ?? (read(size) as Buffer | null);
    };
    // Of a server that spoke before its connection was known.
    this.#leave();
  }

  /** Lets what is offered wait in the buffer of the stream; returns whether more may come. */
  #leave(): boolean {
    if (this.#offered === undefined) return true;
    const left = this.#socket && this.#takeOffered();
    return left !== undefined && this.#socket?.push(left) === true;
  }

  #takeOffered(): Buffer | undefined {
    const offered = this.#offered;
    this.#offered = undefined;
    return offered;
  }
}
