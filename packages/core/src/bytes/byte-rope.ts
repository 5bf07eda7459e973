import { denseLength } from './dense-ascii.ts';
import { asNative } from './native-buffer.ts';

/** Bytes in several pieces of memory, which read as if they were one. */
export class ByteRope {
  readonly byteLength: number;
  readonly #pieces: readonly Uint8Array[];
  /** Where each piece begins. */
  readonly #starts: readonly number[];
  /** The piece that was looked at last: the next look is mostly near it. */
  #near = 0;

  constructor(pieces: readonly Uint8Array[]) {
    // A Buffer over the same memory finds a byte twenty times as fast as a plain Uint8Array.
    this.#pieces = pieces.filter(({ byteLength }) => byteLength > 0).map(asNative);
    let byteLength = 0;
    this.#starts = this.#pieces.map((piece) => (byteLength += piece.byteLength) - piece.byteLength);
    this.byteLength = byteLength;
  }

  /** Returns the byte at a position; undefined outside. */
  at(position: number): number | undefined {
    if (position < 0 || position >= this.byteLength) return undefined;
    const { piece, start } = this.#pieceAt(position);
    return piece[position - start];
  }

  /** Returns the position of the first such byte between two positions, or -1. */
  indexOf(byte: number, from: number, to: number = this.byteLength): number {
    if (from >= this.byteLength) return -1;
    this.#pieceAt(from);
    for (let at = this.#near; at < this.#pieces.length; at++) {
      const start = this.#starts[at] ?? 0;
      if (start >= to) return -1;
      const piece = this.#pieces[at]?.subarray(0, to - start);
      const found = piece?.indexOf(byte, Math.max(0, from - start)) ?? -1;
      if (found !== -1) return start + found;
    }
    return -1;
  }

  /**
   * Returns the position of the first byte from a position on that is not dense (`denseLength`), or the
   * length.
   */
  endOfDense(from: number): number {
    let position = from;
    while (position < this.byteLength) {
      const { piece, start } = this.#pieceAt(position);
      const rest = piece.subarray(position - start);
      const length = denseLength(rest);
      position += length;
      if (length < rest.byteLength) break;
    }
    return position;
  }

  /** Returns the position of the last such byte up to a position, which is not negative, or -1. */
  lastIndexOf(byte: number, to: number): number {
    if (this.byteLength === 0) return -1;
    this.#pieceAt(Math.min(to, this.byteLength - 1));
    for (let at = this.#near; at >= 0; at--) {
      const start = this.#starts[at] ?? 0;
      const found = this.#pieces[at]?.lastIndexOf(byte, to - start) ?? -1;
      if (found !== -1) return start + found;
    }
    return -1;
  }

  /** Returns the bytes between two positions, as slices of the pieces. */
  slice(from: number, to: number = this.byteLength): readonly Uint8Array[] {
    const slices: Uint8Array[] = [];
    for (let position = from; position < to;) {
      const { piece, start } = this.#pieceAt(position);
      const slice = piece.subarray(position - start, to - start);
      slices.push(slice);
      position += slice.byteLength;
    }
    return slices;
  }

  /** Returns the piece that holds a position within the rope, and makes it the near one. */
  #pieceAt(position: number): { readonly piece: Uint8Array; readonly start: number } {
    while (position < (this.#starts[this.#near] ?? 0)) this.#near--;
    while (position >= (this.#starts[this.#near + 1] ?? Infinity)) this.#near++;
    // A rope without pieces has no positions.
    return { piece: this.#pieces[this.#near] as Uint8Array, start: this.#starts[this.#near] ?? 0 };
  }
}
