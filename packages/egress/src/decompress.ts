import { pipeline, Readable, type Duplex } from 'node:stream';
// The default import, because Node 20 has no zstd and a named import would fail to load there.
import zlib from 'node:zlib';
import { EgressError } from '@model-gateway/core';
import type { ByteQueue } from './byte-queue.ts';

/** The supported encodings, as the value of `accept-encoding`. */
export const ACCEPTED_ENCODINGS = ['gzip', 'br', 'deflate', ...(hasZstd() ? ['zstd'] : [])].join(
  ', ',
);

/**
 * Decompresses the body of an answer. Inflates only as fast as it is read, so a small answer that
 * unpacks to a huge one costs only what the reader consumes.
 */
export function decompress(body: ByteQueue, contentEncoding = ''): AsyncIterable<Uint8Array> {
  const coding = contentEncoding.trim().toLowerCase();
  if (coding === '' || coding === 'identity') return body;
  return {
    [Symbol.asyncIterator]() {
      const inflated = inflate(body, coding);
      return {
        next: () => inflated.next(),
        // A generator that never started skips its `finally`, so this closes the source as well.
        async return() {
          await body.return();
          return inflated.return(undefined);
        },
      };
    },
  };
}

async function* inflate(body: ByteQueue, coding: string): AsyncGenerator<Uint8Array, undefined> {
  const first = await body.next();
  if (first.done === true) return;
  const failure = { isOfSource: false };
  try {
    // The pipeline's callback is not needed: every error also ends the loop that reads it.
    yield* pipeline(
      Readable.from(source(first.value, body, failure)),
      decoderFor(coding, first.value),
      () => {},
    );
  } catch (error) {
    if (failure.isOfSource) throw error;
    throw new EgressError(
      'broken',
      `The answer's ${coding} compression is invalid or unsupported.`,
      error,
    );
  } finally {
    await body.return();
  }
}

/** Yields the bytes as they came, and marks that they ended in an error of the connection. */
async function* source(
  first: Uint8Array,
  rest: ByteQueue,
  failure: { isOfSource: boolean },
): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    yield* rest;
  } catch (error) {
    failure.isOfSource = true;
    throw error;
  }
}

function decoderFor(coding: string, firstChunk: Uint8Array): Duplex {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'br':
      return zlib.createBrotliDecompress();
    case 'deflate':
      return isZlib(firstChunk) ? zlib.createInflate() : zlib.createInflateRaw();
    case 'zstd':
      if (hasZstd()) return zlib.createZstdDecompress();
      break;
    default:
  }
  throw new Error(`unknown content-encoding ${coding}`);
}

/** `deflate` means the zlib format, but some servers send the bare stream; the first byte tells. */
function isZlib(bytes: Uint8Array): boolean {
  return ((bytes[0] ?? 0) & 0x0f) === 8;
}

function hasZstd(): boolean {
  return typeof zlib.createZstdDecompress === 'function';
}
