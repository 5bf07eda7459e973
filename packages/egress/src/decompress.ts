import { pipeline, Readable, type Duplex } from 'node:stream';
// The default import: Node 20 has no zstd, and a named import of it would not even load there.
import zlib from 'node:zlib';
import { EgressError } from '@model-gateway/core';
import type { ByteQueue } from './byte-queue.ts';

/** How answers may be compressed, as the value of `accept-encoding`. */
export const ACCEPTED_ENCODINGS = ['gzip', 'br', 'deflate', ...(hasZstd() ? ['zstd'] : [])].join(
  ', ',
);

/**
 * The body of an answer as it was before it was compressed. Inflates only as fast as it is read, so
 * a small answer that unpacks to a huge one costs its reader no more than what it takes.
 */
export function decompress(body: ByteQueue, contentEncoding = ''): AsyncIterable<Uint8Array> {
  const coding = contentEncoding.trim().toLowerCase();
  if (coding === '' || coding === 'identity') return body;
  return {
    [Symbol.asyncIterator]() {
      const inflated = inflate(body, coding);
      return {
        next: () => inflated.next(),
        // A generator that never began skips its `finally`, so the source is closed from here too.
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
  let sourceFailed = false;
  const source = async function* () {
    try {
      yield first.value;
      yield* body;
    } catch (error) {
      sourceFailed = true;
      throw error;
    }
  };
  try {
    // The pipeline's own callback has nothing to add: every error also ends the loop that reads it.
    yield* pipeline(Readable.from(source()), decoderFor(coding, first.value), () => {});
  } catch (error) {
    if (sourceFailed) throw error;
    throw new EgressError('broken', `The answer's ${coding} compression cannot be undone.`, error);
  } finally {
    await body.return();
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
