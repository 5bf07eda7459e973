import type { BodyMemory } from './body-memory.ts';
import { concatenate } from './concatenate.ts';
import { nativeBuffer } from './native-buffer.ts';

/**
 * A long text of a request as the bytes that came, so that nobody copies megabytes of media as a
 * string: printable ASCII that needs no escapes in JSON. Its string is made when somebody asks for it.
 */
export class LongText {
  readonly #pieces: readonly Uint8Array[];
  readonly #memory: BodyMemory | undefined;
  /** In characters, which are bytes. */
  readonly length: number;
  #text: string | undefined;

  /** @param pieces none is empty */
  constructor(pieces: readonly Uint8Array[], memory?: BodyMemory) {
    this.#pieces = pieces;
    this.#memory = memory;
    this.length = pieces.reduce((length, { byteLength }) => length + byteLength, 0);
  }

  /** Its bytes, in order, which the reader may keep. */
  get pieces(): readonly Uint8Array[] {
    this.#memory?.keep();
    return this.#pieces;
  }

  /** Returns its bytes for a reader that says when it needs them no more, or forgets to. */
  lend(): LentPieces {
    return { pieces: this.#pieces, giveBack: this.#memory?.lend() ?? (() => {}) };
  }

  /** Returns a part of the text, between two positions, over the same bytes. */
  slice(from: number, to = this.length): LongText {
    let start = 0;
    this.#memory?.check();
    const pieces = this.#pieces.flatMap((piece) => {
      const slice = piece.subarray(Math.max(0, from - start), Math.max(0, to - start));
      start += piece.byteLength;
      return slice.byteLength === 0 ? [] : [slice];
    });
    return new LongText(pieces, this.#memory);
  }

  toString(): string {
    if (this.#text === undefined) this.#memory?.check();
    return (this.#text ??= textOf(this.#pieces));
  }

  /** Wherever it is printed, the text is. */
  toJSON(): string {
    return this.toString();
  }
}

/** Bytes until they are given back. */
export interface LentPieces {
  readonly pieces: readonly Uint8Array[];
  /** Idempotent. From then on the borrower neither reads nor sends the pieces. */
  readonly giveBack: () => void;
}

function textOf(pieces: readonly Uint8Array[]): string {
  const bytes = concatenate(pieces);
  if (nativeBuffer === undefined) return new TextDecoder().decode(bytes);
  const { buffer, byteOffset, byteLength } = bytes;
  return nativeBuffer.from(buffer, byteOffset, byteLength).toString('latin1');
}
