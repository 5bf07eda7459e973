import type { ServerResponse } from 'node:http';
import { OutgoingMessage } from './node-http.ts';

/**
 * Kept to compare with: code that replaces it wants to see the bytes of an answer. Responses inherit
 * it, so one that a tracer gave their class before this was loaded differs, too.
 */
const ownWrite = OutgoingMessage.prototype.write;

/** Returns whether `write` is that of node:http. */
export function writesItself(res: ServerResponse): boolean {
  return res.write === ownWrite;
}

/** From here on bytes are not copied. */
const MOST_BYTES = 16_000;

/**
 * Writes bytes of an answer; returns whether it takes more, as `res.write` does. In chunked encoding
 * node:http hands four pieces to the socket: the size, a line end, the bytes and a line end. To gather
 * them takes longer than to copy a few kilobytes, so a small chunk is written here, in one piece; as
 * bytes, because a text would be copied three times on the heap. Middleware that has replaced `write`,
 * to compress for example, gets the bytes and no chunk. `onLeft` is called when it has left, or cannot.
 */
export function writeChunk(
  res: ServerResponse,
  bytes: Uint8Array,
  onLeft?: (error?: Error | null) => void,
): boolean {
  const { byteLength } = bytes;
  const isOurs = res.chunkedEncoding && writesItself(res) && res.writableCorked === 0;
  if (!isOurs || byteLength === 0 || byteLength > MOST_BYTES) return res.write(bytes, onLeft);
  res.chunkedEncoding = false;
  try {
    return res.write(chunkOf(bytes), onLeft);
  } finally {
    // Node writes the last chunk.
    res.chunkedEncoding = true;
  }
}

function chunkOf(bytes: Uint8Array): Buffer {
  const size = `${bytes.byteLength.toString(16)}\r\n`;
  const chunk = Buffer.allocUnsafe(size.length + bytes.byteLength + LINE_END.byteLength);
  chunk.write(size, 'latin1');
  chunk.set(bytes, size.length);
  chunk.set(LINE_END, size.length + bytes.byteLength);
  return chunk;
}

const LINE_END = Buffer.from('\r\n');
