/** A body in pieces on its way to undici, which tells nobody whether it took all of them. */
export class OutgoingPieces implements Iterable<Uint8Array> {
  readonly byteLength: number;
  readonly #pieces: readonly Uint8Array[];
  /** Called when all of it has left this process. */
  readonly onLeft: (() => void) | undefined;
  #isSent = false;

  /** Called before undici gets a piece. */
  readonly #beforeEach: () => void;

  constructor(
    pieces: readonly Uint8Array[],
    onLeft: (() => void) | undefined,
    beforeEach: () => void,
  ) {
    this.#pieces = pieces;
    this.#beforeEach = beforeEach;
    this.onLeft = onLeft;
    this.byteLength = pieces.reduce((length, piece) => length + piece.byteLength, 0);
  }

  get isSent(): boolean {
    return this.#isSent;
  }

  *[Symbol.iterator](): Generator<Uint8Array, void> {
    for (const piece of this.#pieces) {
      this.#beforeEach();
      yield piece;
    }
    this.#isSent = true;
  }

  /** The connection ends with the exchange, and undici asks for no more. */
  close(): void {}
}
