import { Buffer } from 'node:buffer';
import type { OnReadOpts, Socket } from 'node:net';
import { InterimAnswers } from './interim-answers.ts';

/**
 * The memory into which every connection reads. With memory of its own, each idle connection would
 * hold 64 kB. `callback` copies the bytes out before another connection can read.
 */
const ROOM = Buffer.allocUnsafeSlow(64 * 1024);

/** From this size on a read gets memory of its own, which can be freed before V8 collects it. */
const OWN_BYTES = 16 * 1024;

/**
 * What a connection reads, on its way from the socket to undici, which has no hooks for it.
 *
 * Without `onread`, Node allocates 64 kB for every read and frees most of it again. undici waits for
 * `readable` and gets the bytes during that event, because a small read costs twice as much through
 * the buffer of the stream. The socket is paused, not undici's parser, because undici throws if a
 * connection ends while its parser is paused.
 */
export class Reads implements OnReadOpts {
  readonly #interim = new InterimAnswers();
  #socket: Socket | undefined;
  /** The bytes that the next `read` returns. */
  #offered: Buffer | undefined;
  #isPaused = false;

  /** Whether this runtime reads this way. */
  isUsed = false;

  readonly buffer = ROOM;

  /** Passes a read on. Returns false to stop reading until `resume`. */
  readonly callback = (length: number): boolean => {
    this.isUsed = true;
    const chunk = this.#interim.skipIn(copyOf(length));
    if (chunk.length === 0) return true;
    this.#offered = this.#offered === undefined ? chunk : Buffer.concat([this.#offered, chunk]);
    // What already waits in the stream must be read first.
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

  /** That which is read, once it is connected. */
  get socket(): Socket | undefined {
    return this.#socket;
  }

  /** Passes all reads to this socket from now on. */
  goTo(socket: Socket): void {
    this.#socket = socket;
    const read = socket.read.bind(socket);
    const readOffered = (size?: number) => {
      // A read of size 0 only asks for more.
      const offered = size === 0 ? undefined : this.#takeOffered();
      // A socket without an encoding emits Buffers.
      return offered ?? (read(size) as Buffer | null);
    };
    socket.read = readOffered;
    // A server may have spoken before its connection was known.
    this.#leave();
  }

  /** Puts what undici did not take into the buffer of the stream. Returns whether to read on. */
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

/** The bytes that were read last. Node keeps copies of less than 32 kB together. */
function copyOf(length: number): Buffer {
  const copy = length < OWN_BYTES ? Buffer.allocUnsafe(length) : Buffer.allocUnsafeSlow(length);
  copy.set(ROOM.subarray(0, length));
  return copy;
}
