import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { freeMemoryOf, isAlone } from '@model-gateway/core/kit';

/** The pieces of a request's body that no other code has, until they are no longer needed. */
export class OwnPieces {
  readonly #req: IncomingMessage;
  #pieces: Uint8Array[] = [];

  constructor(req: IncomingMessage) {
    this.#req = req;
  }

  /**
   * Adds a piece that the only listener of the request has just been called with. Leaves it to V8 where
   * others listen too, and where it came through a stream in this process, which may have it still.
   */
  add(piece: Uint8Array): void {
    const { socket } = this.#req;
    const isOurs =
      socket instanceof Socket &&
      this.#req.listenerCount('data') === 1 &&
      this.#req.listenerCount('readable') === 0;
    if (isOurs && isAlone(piece)) this.#pieces.push(piece);
  }

  /** Frees them all. */
  free(): void {
    for (const piece of this.#pieces) freeMemoryOf(piece);
    this.#pieces = [];
  }
}
