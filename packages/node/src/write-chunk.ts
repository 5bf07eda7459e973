import type { ServerResponse } from 'node:http';
import { latin1Of } from './latin1-of.ts';
import { ServerResponse as OfNode } from './node-http.ts';

/** Kept: whoever replaces it wants to see the bytes of an answer. */
const ownWrite = OfNode.prototype.write;

/** Node writes a string of up to 16 kB from its stack. From there on bytes are written as they are. */
const MOST_BYTES = 16_000;

/**
 * Writes bytes of an answer; returns whether it takes more, as `res.write` does. In chunked encoding
 * node:http hands four pieces to the socket, the size, the bytes and two line ends, and gathering
 * them takes a quarter of the time of a small write. So a small chunk is written here, in one piece,
 * and with the head if that is not out. Middleware that has replaced `write`, to compress for
 * example, gets the bytes and no chunk.
 */
export function writeChunk(res: ServerResponse, bytes: Uint8Array): boolean {
  const { byteLength } = bytes;
  const isOurs = res.chunkedEncoding && res.write === ownWrite && res.writableCorked === 0;
  if (!isOurs || byteLength === 0 || byteLength > MOST_BYTES) return res.write(bytes);
  res.chunkedEncoding = false;
  try {
    return res.write(`${byteLength.toString(16)}\r\n${latin1Of(bytes)}\r\n`, 'latin1');
  } finally {
    // Node writes the last chunk.
    res.chunkedEncoding = true;
  }
}
