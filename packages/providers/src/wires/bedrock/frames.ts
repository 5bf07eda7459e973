import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { ProviderFailure } from '@model-gateway/core';

/** A message of `application/vnd.amazon.eventstream`. */
export interface Frame {
  /** Those that are texts, by name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly payload: Uint8Array;
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

  /** Calls `read` with each message that these bytes complete, before it looks at the next. */
  push(bytes: Uint8Array, read: (frame: Frame) => void): void {
    this.#chunks.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    this.#bytes += bytes.byteLength;
    if (this.#bytes < this.#needed) return;
    let rest = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    while (rest !== undefined && rest.byteLength >= PRELUDE) {
      const length = lengthOf(rest);
      this.#needed = length;
      if (rest.byteLength < length) break;
      read(this.#frameIn(rest.subarray(0, length)));
      rest = rest.subarray(length);
      this.#needed = PRELUDE;
    }
    this.#bytes = rest?.byteLength ?? 0;
    this.#chunks = rest === undefined || this.#bytes === 0 ? [] : [rest];
  }

  #frameIn(bytes: Buffer): Frame {
    const end = bytes.byteLength - 4;
    if (crc32(bytes.subarray(0, end)) !== bytes.readUInt32BE(end)) throw broken();
    const from = PRELUDE + bytes.readUInt32BE(4);
    const head = bytes.subarray(PRELUDE, from);
    if (!head.equals(this.#last.bytes)) {
      // A copy: a slice would keep all that came with it.
      this.#last = { bytes: Buffer.from(head), headers: headersIn(head) };
    }
    return { headers: this.#last.headers, payload: bytes.subarray(from, end) };
  }
}

function lengthOf(bytes: Buffer): number {
  const [length, headers] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)];
  if (crc32(bytes.subarray(0, 8)) !== bytes.readUInt32BE(8)) throw broken();
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
