import { AsyncResource } from 'node:async_hooks';
import { isAscii } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import {
  arrivalsOf,
  encodeResponse,
  type EncodedResponse,
  type GatewayResponse,
} from '@model-gateway/core/http';
import { atEndOfTurn, endOfTurn, endsOfTurns, soon } from './end-of-turn.ts';
import { Leaving } from './leaving.ts';
import { stopReadingSoon } from './stop-reading-soon.ts';
import { writeChunk, writeChunkAtOnce } from './write-chunk.ts';

/** Writes a response; resolves when it is handed over or the client has disconnected. */
export type Send = (res: ServerResponse, response: GatewayResponse) => Promise<void>;

/** Decides when a stream that has something to send goes on: calls `resume` then. */
type Pace = (resume: () => void) => void;

/** Of a stream. A text is UTF-8. */
type Part = Uint8Array | string;

/** A response whose `write` compression middleware may have replaced; `flush` sends its buffer. */
type MaybeCompressed = ServerResponse & { readonly flush?: () => void };

/**
 * Writes a response. Known bytes are handed to the socket in one piece, with their length, at the
 * end of the event-loop turn (see `endOfTurn`). So are the parts of a stream that arrived in it, no
 * faster than the client reads. Rejects when a header cannot be written, and when a stream's source
 * fails.
 */
export async function sendResponse(res: ServerResponse, response: GatewayResponse): Promise<void> {
  const encoded = encodeResponse(response, 'text');
  if (encoded.steps === undefined) await endOfTurn();
  return send(res, encoded, atEndOfTurn);
}

/**
 * Writes a response as `sendResponse` does, and says when its bytes have left (`onSent` of its body),
 * so that the memory of large answers is freed at once. Only for a handler that neither sends the
 * bytes of a response a second time nor reads them afterwards, such as the gateway's own with
 * providers that do not keep what others answer: one that does gets other bytes, of other requests.
 * Adapters that send with it also free the pieces in which a large body came, once its request was
 * answered, its upstream has all of them, and nothing else listened to it. A provider that reads images
 * of a request after its answer gets an error.
 */
export async function sendAndFree(res: ServerResponse, response: GatewayResponse): Promise<void> {
  const encoded = encodeResponse(response, 'text');
  if (encoded.steps === undefined) await endOfTurn();
  return send(res, encoded, atEndOfTurn, encoded.onSent);
}

/** Writes a response without that wait: for servers in tests, where fake timers could block it. */
export async function sendAtOnce(res: ServerResponse, response: GatewayResponse): Promise<void> {
  return send(res, encodeResponse(response, 'text'), soon);
}

function send(
  res: ServerResponse,
  { status, headers, cookies, parts, text, steps, signal }: EncodedResponse<Part>,
  pace: Pace,
  // Not that of the response: its handler may send the same bytes to another client, who would get
  // whatever is in their place once they are freed.
  onSent?: () => void,
): Promise<void> | undefined {
  // Beside those of the host's own middleware.
  for (const cookie of cookies ?? []) res.appendHeader('set-cookie', cookie);
  res.writeHead(status, headers);
  stopReadingSoon(res);
  if (steps !== undefined) return sendSteps(res, { steps, signal, onSent }, pace);
  if (text === undefined) sendParts(res, parts, onSent);
  else sendText(res, text);
  return undefined;
}

/** Writes a text in ASCII, where middleware around `end` cannot mistake one encoding for another. */
function sendText(res: ServerResponse, text: string): void {
  res.end(text.length <= MOST_TEXT_WITH_HEAD ? text : Buffer.from(text, 'latin1'), 'latin1');
}

function sendParts(
  res: ServerResponse,
  parts: readonly Uint8Array[],
  onSent: (() => void) | undefined,
): void {
  const text = textOf(parts);
  if (text !== undefined) {
    sendText(res, text);
    return;
  }
  const leaving = onSent && Leaving.from(res);
  if (parts.length > 1) res.cork();
  const last = parts.length - 1;
  for (let i = 0; i < last; i++) res.write(parts[i], leaving?.next());
  // `end` does not tell its listener whether the part that it wrote has left.
  if (leaving !== undefined && last >= 0) res.write(parts[last], leaving.next());
  res.end(leaving === undefined ? parts[last] : undefined);
  if (onSent !== undefined) leaving?.whenAllHave(onSent);
  // Compression middleware ends the response later; corked, it would wait for a `drain` that never
  // comes.
  if (res.writableCorked > 0) res.uncork();
}

/**
 * node:http writes a string in one piece with the head, and bytes as a second piece after it. A text
 * of 32 kB costs less in one piece, and one of 128 kB more.
 */
const MOST_TEXT_WITH_HEAD = 32 * 1024;

/** Bytes have to become a text first, which saves a tenth of a small answer's cost up to some 4 kB. */
const MOST_BYTES_WITH_HEAD = 2048;

/** Returns small ASCII parts as a string. */
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
 * How far a stream may run ahead of its client: writes of one turn go out in one piece, and an
 * image takes a dozen writes.
 */
const MOST_BYTES_AHEAD = 512 * 1024;

/** Up to this many bytes that end an event go out with it instead of alone, after a wait. */
const MOST_BYTES_BEHIND = 4096;

type StepsToSend = Required<Pick<EncodedResponse<Part>, 'steps'>> &
  Pick<EncodedResponse, 'signal' | 'onSent'>;

async function sendSteps(res: MaybeCompressed, { steps, signal, onSent }: StepsToSend, pace: Pace) {
  const breakOff = () => void res.destroy();
  if (signal?.aborted) breakOff();
  signal?.addEventListener('abort', breakOff, { once: true });
  let mayFlush = true;
  // Not at once: if the first event is ready, the head goes out with it.
  void endOfTurn().then(() => mayFlush && res.flushHeaders());
  const waits = whenWritable(res);
  const leaving = onSent && Leaving.from(res);
  let aheadBytes = 0;
  let behindBytes = 0;
  let isFull = false;
  /** The turn of the last write: what more comes in it goes out in one piece. */
  let writtenIn: number | undefined;
  const room = async () => {
    await waits();
    aheadBytes = 0;
    behindBytes = 0;
    isFull = false;
  };
  const write = (part: Part, isAlone: boolean) => {
    const isOpen = isAlone ? writeChunkAtOnce(res, part) : writeChunk(res, part, leaving?.next());
    aheadBytes = isOpen ? 0 : aheadBytes + sizeOf(part);
    if (aheadBytes >= MOST_BYTES_AHEAD) isFull = true;
  };
  const writeAll = async (parts: Iterable<Part>, isAlone: boolean) => {
    for (const part of parts) {
      // So that no more is produced for a client that has left.
      if (res.destroyed) {
        await arrivals.return();
        return true;
      }
      if (isFull && (behindBytes += sizeOf(part)) > MOST_BYTES_BEHIND) await room();
      write(part, isAlone);
    }
    // In the same turn as the write that filled it: an earlier `drain` would be missed.
    if (isFull) await room();
    if (leaving !== undefined && (await leaving.haveAll())) onSent?.();
    res.flush?.();
    return false;
  };
  const arrivals = arrivalsOf(steps);
  /** Sends what is there; returns whether all is sent, once that is known; undefined to be called again. */
  const flow = (): boolean | Promise<boolean> | undefined => {
    for (;;) {
      const step = arrivals.take();
      if (step === undefined) return undefined;
      if (step.done === true) return true;
      mayFlush = false;
      const turn = endsOfTurns();
      const isNew = writtenIn !== undefined && writtenIn !== turn && onSent === undefined;
      writtenIn = turn;
      const { value: parts } = step;
      const isAlone = isNew && isOne(parts);
      if (!isAlone || res.destroyed) return writeAll(parts, isAlone);
      for (const part of parts) write(part, true);
      if (isFull) return writeAll([], false);
      res.flush?.();
    }
  };
  const context = new AsyncResource('MODEL_GATEWAY_STREAM');
  try {
    // A promise for each step would take as long as to send it.
    while (
      !(await new Promise<boolean>((resolve, reject) => {
        let isAwaited = false;
        const look = () => {
          try {
            const isOver = flow();
            isAwaited = isOver === undefined;
            if (isOver === undefined) arrivals.whenReady(ready);
            else resolve(isOver);
          } catch (error) {
            reject(error);
          }
        };
        const goOn = () => context.runInAsyncScope(look);
        // Not twice, whatever a source of somebody else's does: a step may be waiting for the client.
        const ready = () => {
          if (isAwaited) pace(goOn);
          isAwaited = false;
        };
        look();
      }))
    );
  } catch (error) {
    // Not awaited: it may wait for its source. One that failed by itself is closed already.
    arrivals.return().catch(() => {});
    // A source may fail because its client left; that is not an error.
    if (res.destroyed) return;
    // Without its last chunk, so that the client can tell that the stream is incomplete.
    res.destroy();
    throw error;
  } finally {
    mayFlush = false;
    signal?.removeEventListener('abort', breakOff);
  }
  if (!res.destroyed) res.end();
}

function isOne(parts: Iterable<Part>): boolean {
  return Array.isArray(parts) && parts.length === 1;
}

/** In bytes; of a text at least so many. */
function sizeOf(part: Part): number {
  return typeof part === 'string' ? part.length : part.byteLength;
}

/**
 * Waits until `res` can take more, or is closed. All waits share one listener, because compression
 * middleware keeps listeners of `drain` elsewhere, where they cannot be removed.
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
