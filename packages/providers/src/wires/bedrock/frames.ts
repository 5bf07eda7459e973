import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { ProviderFailure } from '@model-gateway/core';

/** A message of `application/vnd.amazon.eventstream`. */
export interface Frame {
  /** Those that are texts, by name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly payload: Buffer;
}

/** Lengths of the message and of its headers, and the checksum of both. */
const PRELUDE = 12;
/** Beside headers and payload: the prelude, and the checksum of all before it. */
const AROUND = 16;
/** A message without an end must not fill the memory. */
const LONGEST = 16 * 1024 * 1024;

/**
 * Reads the messages of an event stream of AWS from chunks of bytes, wherever they were split. Throws
 * `malformed` for a checksum that does not fit, and for a message of more than 16 MiB.
 */
export class FrameReader {
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** How many bytes the next message has, as far as that is known. */
  #needed = PRELUDE;
  /** Headers of the last message, which are mostly those of the next. */
  #last = { bytes: Buffer.alloc(0), headers: new Map<string, string>() as Frame['headers'] };

  /**
   * Ends the stream; returns whether it ended within a message. Throws `malformed` for bytes too few to
   * have a checksum with which no message begins.
   */
  end(): boolean {
    const left = Buffer.concat(this.#chunks);
    if (left.byteLength >= 4 && !isLength(left.readUInt32BE(0))) throw broken();
    return left.byteLength > 0;
  }

  /** Yields each message that these bytes complete, before it looks at the next. */
  *push(bytes: Uint8Array): Generator<Frame, void> {
    this.#chunks.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    this.#bytes += bytes.byteLength;
    if (this.#bytes < this.#needed) return;
    const [first, ...more] = this.#chunks;
    const read = more.length === 0 && first !== undefined ? first : Buffer.concat(this.#chunks);
    let at = 0;
    while (read.byteLength - at >= PRELUDE) {
      const length = lengthAt(read, at);
      this.#needed = length;
      if (read.byteLength - at < length) {
        // Of a whole message the checksum of all says the same.
        if (crc32(read.subarray(at, at + 8)) !== read.readUInt32BE(at + 8)) throw broken();
        break;
      }
      yield this.#frameIn(read, at, at + length - 4);
      at += length;
      this.#needed = PRELUDE;
    }
    this.#bytes = read.byteLength - at;
    this.#chunks = this.#bytes === 0 ? [] : [read.subarray(at)];
  }

  #frameIn(read: Buffer, start: number, end: number): Frame {
    if (crc32(read.subarray(start, end)) !== read.readUInt32BE(end)) throw broken();
    const from = start + PRELUDE;
    const to = from + read.readUInt32BE(start + 4);
    const { bytes } = this.#last;
    const isLast = bytes.byteLength === to - from && bytes.compare(read, from, to) === 0;
    if (!isLast) {
      // A copy: a slice would keep all that came with it.
      const head = Buffer.from(read.subarray(from, to));
      this.#last = { bytes: head, headers: headersIn(head) };
    }
    return { headers: this.#last.headers, payload: read.subarray(to, end) };
  }
}

function lengthAt(read: Buffer, at: number): number {
  const [length, headers] = [read.readUInt32BE(at), read.readUInt32BE(at + 4)];
  if (!isLength(length) || headers > length - AROUND) throw broken();
  return length;
}

function isLength(length: number): boolean {
  return length >= AROUND && length <= LONGEST;
}

/** Bytes of the value of each type of header; those of texts and bytes are told before them. */
const SIZES: readonly (number | 'told')[] = [0, 0, 1, 2, 4, 8, 'told', 'told', 8, 16];
const TEXT = 7;

function headersIn(bytes: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  let at = 0;
  const take = (size: number) => {
    if (at + size > bytes.byteLength) throw broken();
    at += size;
    return bytes.subarray(at - size, at);
  };
  while (at < bytes.byteLength) {
    const name = take(take(1).readUInt8()).toString();
    const type = take(1).readUInt8();
    const size = SIZES[type];
    if (size === undefined) throw broken();
    const value = take(size === 'told' ? take(2).readUInt16BE() : size);
    if (type === TEXT) headers.set(name, value.toString());
  }
  return headers;
}

function broken(): ProviderFailure {
  return new ProviderFailure('malformed', 'its answer is no event stream of AWS');
}
