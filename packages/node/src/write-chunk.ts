import type { ServerResponse } from 'node:http';
import { latin1Of } from './latin1-of.ts';
import { ServerResponse as OfNode } from './node-http.ts';

/** Kept: whoever replaces it wants to see the bytes of an answer. */
const ownWrite = OfNode.prototype.write;

/** Whether nobody replaced `write`. */
export function writesItself(res: ServerResponse): boolean {
  return res.write === ownWrite;
}

/** Node writes a string of up to 16 kB from its stack. From there on bytes are written as they are. */
const MOST_BYTES = 16_000;

/**
 * Writes bytes of an answer; returns whether it takes more, as `res.write` does. In chunked encoding
 * node:http hands four pieces to the socket, the size, the bytes and two line ends, and gathering
 * them takes a quarter of the time of a small write. So a small chunk is written here, in one piece,
 * and with the head if that is not out. `onLeft` is called when it has left, or cannot. Middleware that has replaced `write`, to compress for
 * example, gets the bytes and no chunk.
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
    return res.write(`${byteLength.toString(16)}\r\n${latin1Of(bytes)}\r\n`, 'latin1', onLeft);
  } finally {
    // Node writes the last chunk.
    res.chunkedEncoding = true;
  }
}
