import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
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
  chunk: Uint8Array | string,
  onLeft?: (error?: Error | null) => void,
): boolean {
  // Middleware may take every text for one in another encoding.
  const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  if (!isOurs(res, bytes.byteLength)) return res.write(bytes, onLeft);
  res.chunkedEncoding = false;
  try {
    return res.write(framed(Buffer.allocUnsafe(bytes.byteLength + AROUND_BYTES), bytes), onLeft);
  } finally {
    // Node writes the last chunk.
    res.chunkedEncoding = true;
  }
}

/**
 * Kept to compare with: code that replaces one may keep what is written. Sockets inherit `write`, so one
 * that a tracer gave their class before this was loaded differs, too.
 */
const { write: ownSocketWrite } = Duplex.prototype;
const { _write: ownSocketSend } = Socket.prototype;

/** Where the bytes of a chunk begin: behind its size in hexadecimal digits and a line end. */
const BYTES_AT = 8;

/** What is kept for the size and the line ends. */
const AROUND_BYTES = BYTES_AT + 2;

const ROOM_BYTES = MOST_BYTES + AROUND_BYTES;

/** Of a character of JavaScript in UTF-8. */
const MOST_BYTES_EACH = 3;

/** Where chunks are put together that leave at once. */
let room = Buffer.allocUnsafeSlow(ROOM_BYTES);

/**
 * Writes a chunk as `writeChunk` does, and past node:http to the socket, if nothing waits there: at once,
 * where node:http would wait for the end of the tick in case there is more. Then the kernel has the
 * bytes when this returns, and their memory serves again: memory for each chunk costs as much as
 * node:http does. So a text is encoded in there. Only for a response whose head has been written.
 */
export function writeChunkAtOnce(res: ServerResponse, chunk: Uint8Array | string): boolean {
  const { socket } = res;
  const most = typeof chunk === 'string' ? chunk.length * MOST_BYTES_EACH : chunk.byteLength;
  const isDirect = isOurs(res, most) && takesBody(res) && socket !== null && sendsAtOnce(socket);
  if (!isDirect) return writeChunk(res, chunk);
  const isOpen = socket.write(framed(room, chunk));
  // The kernel did not take all of it, and the rest is sent from this memory.
  if (socket.writableLength > 0) room = Buffer.allocUnsafeSlow(ROOM_BYTES);
  return isOpen;
}

/**
 * Whether a socket would send a chunk at once. Not one that encrypts, or is no connection at all: these
 * may keep the memory. Nor one that a chunk fills: it would say so to itself alone, and the response
 * would never have a `drain`.
 */
function sendsAtOnce(socket: Socket): boolean {
  return (
    socket.constructor === Socket &&
    socket.write === ownSocketWrite &&
    socket._write === ownSocketSend &&
    socket.writable &&
    socket.writableLength === 0 &&
    socket.writableCorked === 0 &&
    socket.writableHighWaterMark > ROOM_BYTES
  );
}

/** Not behind its last chunk, which other code may have written: `write` knows how to refuse that. */
function takesBody({ req, writableEnded }: ServerResponse): boolean {
  return req.method !== 'HEAD' && !writableEnded;
}

function isOurs(res: ServerResponse, byteLength: number): boolean {
  const isPlain = res.chunkedEncoding && writesItself(res) && res.writableCorked === 0;
  return isPlain && byteLength > 0 && byteLength <= MOST_BYTES;
}

/** Puts a chunk together in `memory`, and returns it. */
function framed(memory: Buffer, chunk: Uint8Array | string): Buffer {
  let to = BYTES_AT;
  if (typeof chunk === 'string') to += memory.write(chunk, BYTES_AT);
  else {
    memory.set(chunk, BYTES_AT);
    to += chunk.byteLength;
  }
  const size = `${(to - BYTES_AT).toString(16)}\r\n`;
  const from = BYTES_AT - size.length;
  memory.write(size, from, 'latin1');
  memory[to] = CR;
  memory[to + 1] = LF;
  return memory.subarray(from, to + 2);
}

const CR = 0x0d;
const LF = 0x0a;
