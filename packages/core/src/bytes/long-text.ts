import { concatenate } from './concatenate.ts';
import { nativeBuffer } from './native-buffer.ts';

/**
 * A long text of a request as the bytes that came, so that nobody copies megabytes of media as a
 * string: printable ASCII that needs no escapes in JSON. Its string is made when somebody asks for it.
 */
export class LongText {
  /** In order; none is empty. */
  readonly pieces: readonly Uint8Array[];
  /** In characters, which are bytes. */
  readonly length: number;
  #text: string | undefined;

  constructor(pieces: readonly Uint8Array[]) {
    this.pieces = pieces;
    this.length = pieces.reduce((length, { byteLength }) => length + byteLength, 0);
  }

  /** Returns a part of the text, between two positions, over the same bytes. */
  slice(from: number, to = this.length): LongText {
    let start = 0;
    const pieces = this.pieces.flatMap((piece) => {
      const slice = piece.subarray(Math.max(0, from - start), Math.max(0, to - start));
      start += piece.byteLength;
      return slice.byteLength === 0 ? [] : [slice];
    });
    return new LongText(pieces);
  }

  toString(): string {
    return (this.#text ??= textOf(this.pieces));
  }

  /** Wherever it is printed, the text is. */
  toJSON(): string {
    return this.toString();
  }
}

function textOf(pieces: readonly Uint8Array[]): string {
  const bytes = concatenate(pieces);
  if (nativeBuffer === undefined) return new TextDecoder().decode(bytes);
  const { buffer, byteOffset, byteLength } = bytes;
  return nativeBuffer.from(buffer, byteOffset, byteLength).toString('latin1');
}
