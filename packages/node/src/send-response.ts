import { isAscii } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import { encodeResponse, type EncodedResponse, type GatewayResponse } from '@model-gateway/core';
import { endOfTurn } from './end-of-turn.ts';
import { stopReadingSoon } from './stop-reading-soon.ts';

/** Writes a response to that of node:http; resolves when it is handed over or the client is gone. */
export type Send = (res: ServerResponse, response: GatewayResponse) => Promise<void>;

/** A response whose `write` a compression middleware took over; `flush` lets go what it gathered. */
type MaybeCompressed = ServerResponse & { readonly flush?: () => void };

/**
 * Writes a response. Known bytes are handed to the socket in one piece, with their length, at the end
 * of the turn of the event loop (see `endOfTurn`). A stream goes out as it comes, no faster than the
 * client reads. Rejects when a header cannot be written, and when a stream's source fails.
 */
export async function sendResponse(res: ServerResponse, response: GatewayResponse): Promise<void> {
  const encoded = encodeResponse(response);
  if (encoded.steps === undefined) await endOfTurn();
  return send(res, encoded);
}

/** The same without waiting: for servers in tests, which may have replaced what would end the wait. */
export async function sendAtOnce(res: ServerResponse, response: GatewayResponse): Promise<void> {
  return send(res, encodeResponse(response));
}

function send(
  res: ServerResponse,
  { status, headers, parts, steps, signal }: EncodedResponse,
): Promise<void> | undefined {
  res.writeHead(status, headers);
  stopReadingSoon(res);
  if (steps !== undefined) return sendSteps(res, steps, signal);
  sendParts(res, parts);
  return undefined;
}

function sendParts(res: ServerResponse, parts: readonly Uint8Array[]): void {
  const text = textOf(parts);
  if (text !== undefined) {
    res.end(text, 'latin1');
    return;
  }
  if (parts.length > 1) res.cork();
  const last = parts.length - 1;
  for (let i = 0; i < last; i++) res.write(parts[i]);
  res.end(parts[last]);
  // A compression middleware ends it later, and corked it would wait for a drain that cannot come.
  if (res.writableCorked > 0) res.uncork();
}

/**
 * node:http writes a text in one piece with the head, and bytes as a piece of their own behind it.
 * That is a tenth of what a small answer costs; from some 4 kB on it costs more than it saves.
 */
const MOST_BYTES_WITH_HEAD = 2048;

/**
 * Few bytes as a text. In ASCII only, where no middleware around `end` can mistake one encoding for
 * another.
 */
function textOf(parts: readonly Uint8Array[]): string | undefined {
  if (parts.length === 0) return undefined;
  let length = 0;
  for (const part of parts) {
    length += part.byteLength;
    if (length > MOST_BYTES_WITH_HEAD) return undefined;
  }
  let text = '';
  for (const part of parts) {
    if (!isAscii(part)) return undefined;
    text += asciiOf(part);
  }
  return text;
}

function asciiOf(part: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = part;
  const bytes = Buffer.isBuffer(part) ? part : Buffer.from(buffer, byteOffset, byteLength);
  return bytes.toString('latin1');
}

/**
 * How far a stream may run ahead of its client: what is written in one turn goes out in one piece,
 * and an image takes a dozen writes.
 */
const MOST_BYTES_AHEAD = 512 * 1024;

/** The few bytes that end an event go out with it, rather than after a wait and by themselves. */
const MOST_BYTES_BEHIND = 4096;

async function sendSteps(
  res: MaybeCompressed,
  steps: AsyncIterable<Iterable<Uint8Array>>,
  signal: AbortSignal | undefined,
) {
  const breakOff = () => void res.destroy();
  if (signal?.aborted) breakOff();
  signal?.addEventListener('abort', breakOff, { once: true });
  let mayFlush = true;
  // Not at once: where the first event is there already, the head goes out with it.
  void endOfTurn().then(() => mayFlush && res.flushHeaders());
  const waits = whenWritable(res);
  let aheadBytes = 0;
  let behindBytes = 0;
  let isFull = false;
  const room = async () => {
    await waits();
    aheadBytes = 0;
    behindBytes = 0;
    isFull = false;
  };
  try {
    for await (const parts of steps) {
      mayFlush = false;
      for (const part of parts) {
        // Leaving the loop closes the source, so that nothing is made for a client that is gone.
        if (res.destroyed) return;
        if (isFull && (behindBytes += part.byteLength) > MOST_BYTES_BEHIND) await room();
        aheadBytes = res.write(part) ? 0 : aheadBytes + part.byteLength;
        if (aheadBytes >= MOST_BYTES_AHEAD) isFull = true;
      }
      // Still in the turn of the write that filled it: a drain that came before would be missed.
      if (isFull) await room();
      res.flush?.();
    }
  } catch (error) {
    // A source may end in an error because its client left, which is nobody's fault.
    if (res.destroyed) return;
    // Without its last chunk, so that the client can tell this from a stream that is complete.
    res.destroy();
    throw error;
  } finally {
    mayFlush = false;
    signal?.removeEventListener('abort', breakOff);
  }
  res.end();
}

/**
 * Waits for room in `res`, or for its end. One listener for all waits, because a compression
 * middleware keeps the listeners of `drain` elsewhere, from where they cannot be taken off.
 */
function whenWritable(res: ServerResponse): () => Promise<void> {
  let proceed = () => {};
  res.on('drain', () => proceed());
  res.on('close', () => proceed());
  return () =>
    new Promise<void>((resolve) => {
      proceed = resolve;
      if (res.destroyed) resolve();
    });
}
