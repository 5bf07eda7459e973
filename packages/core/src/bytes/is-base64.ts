import { denseLength, MOST_DENSE_BYTES } from './dense-ascii.ts';
import { nativeBuffer } from './native-buffer.ts';

/** Characters that are looked at together: what they decode to stays in the processor's caches. */
const PIECE = 64 * 1024;

/** Shared: what is decoded is only counted. */
const scratch = nativeBuffer?.allocUnsafeSlow((PIECE / 4) * 3);

/**
 * Node takes a character beyond Latin-1 for the one in its low byte. V8 knows of most texts that they
 * have none, and then looks at nothing.
 */
const WIDE = /[^\0-\xff]/;

/**
 * Returns whether a text is base64 with its padding, in either alphabet, and nothing else: so it can
 * stand in JSON as it is. False where the platform has no decoder that is worth asking. Node's takes
 * a tenth of the time of a pattern, and leaves out what is not of the alphabet.
 */
export function isBase64(text: string): boolean {
  if (scratch === undefined || text.length % 4 !== 0 || WIDE.test(text)) return false;
  for (let at = 0; at < text.length; at += PIECE) {
    const piece = text.slice(at, at + PIECE);
    const isLast = at + PIECE >= text.length;
    const padding = !isLast || !piece.endsWith('=') ? 0 : piece.endsWith('==') ? 2 : 1;
    if (!decodesTo((piece.length / 4) * 3 - padding, piece)) return false;
  }
  return true;
}

/** What may stand before base64 in a data URL, and behind it. */
const PREFIX = 256;
const PADDING = 8;

/**
 * Returns whether a text, given as bytes without quotes, stands in JSON as it is: base64 of either
 * alphabet, and around it, in place of a prefix and of padding, any printable ASCII that needs no
 * escape. In place of base64 it may be any of that without blanks and exclamation marks.
 */
export function standsAsItIs(pieces: readonly Uint8Array[]): boolean {
  let left = pieces.reduce((length, { byteLength }) => length + byteLength, 0) - PADDING;
  let before = PREFIX;
  for (const piece of pieces) {
    const from = Math.min(before, piece.byteLength);
    const length = Math.min(piece.byteLength, Math.max(from, left)) - from;
    const to = from + length - (length % 4);
    if (!arePlain(piece.subarray(0, from)) || !arePlain(piece.subarray(to))) return false;
    if (!isPlainMiddle(piece.subarray(from, to))) return false;
    before -= from;
    left -= piece.byteLength;
  }
  return true;
}

/** Base64 where the platform has to decode it to look, else all dense ASCII. */
function isPlainMiddle(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.byteLength; at += MOST_DENSE_BYTES) {
    const few = bytes.subarray(at, at + MOST_DENSE_BYTES);
    const length = denseLength(few);
    if (length === undefined) return decodesWhole(bytes);
    if (length < few.byteLength) return false;
  }
  return true;
}

/**
 * Four characters make three bytes, if all of them are of the alphabet. The strings are short-lived, and
 * smaller than what V8 keeps apart: half the time of looking at four bytes at once in JavaScript.
 */
function decodesWhole({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  for (let at = 0; at < byteLength; at += PIECE) {
    const length = Math.min(PIECE, byteLength - at);
    const text = nativeBuffer?.from(buffer, byteOffset + at, length).toString('latin1') ?? '';
    if (!decodesTo((length / 4) * 3, text)) return false;
  }
  return true;
}

function decodesTo(bytes: number, base64: string): boolean {
  return scratch?.write(base64, 'base64') === bytes;
}

const SPACE = 0x20;
const BACKSLASH = 0x5c;
const DELETE = 0x7f;

function arePlain(few: Uint8Array): boolean {
  return few.every((byte) => byte >= SPACE && byte <= DELETE && byte !== BACKSLASH);
}
