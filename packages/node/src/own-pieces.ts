import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { freeMemoryOf, isAlone } from '@model-gateway/core/kit';

/** The pieces of a request's body that no other code has, until they are no longer needed. */
export class OwnPieces {
  readonly #req: IncomingMessage;
  #pieces: Uint8Array[] = [];
  /** Whether others listened before: one that listens once has left when a piece is added. */
  #isShared = false;

  constructor(req: IncomingMessage) {
    this.#req = req;
  }

  /** Looks who listens to the request already, before its only listener is added. */
  begin(): void {
    this.#isShared = this.#listeners() > 0;
  }

  /**
   * Adds a piece that the only listener of the request has just been called with. Leaves it to V8 where
   * others listen or listened, and where it came through a stream in this process, which may still have
   * it.
   */
  add(piece: Uint8Array): void {
    if (this.#isShared || !(this.#req.socket instanceof Socket)) return;
    if (this.#listeners() === 1 && isAlone(piece)) this.#pieces.push(piece);
  }

  #listeners(): number {
    return this.#req.listenerCount('data') + this.#req.listenerCount('readable');
  }

  /** Frees them all. */
  free(): void {
    for (const piece of this.#pieces) freeMemoryOf(piece);
    this.#pieces = [];
  }
}
