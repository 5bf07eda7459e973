import { nativeBuffer } from './native-buffer.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PADDING = '='.charCodeAt(0);
const INVALID = 255;

let madePairs: Uint16Array | undefined;

/**
 * Returns two base64 characters, as one little-endian 16-bit word, for every 12 bits. Made when it is
 * needed: a runtime with a Buffer never does.
 */
function pairsOfBits(): Uint16Array {
  madePairs ??= Uint16Array.from({ length: 4096 }, (_, bits) => {
    const first = ALPHABET.charCodeAt(bits >> 6);
    const second = ALPHABET.charCodeAt(bits & 63);
    return first | (second << 8);
  });
  return madePairs;
}

const VALUES = new Uint8Array(256).fill(INVALID);
for (let value = 0; value < 64; value++) VALUES[ALPHABET.charCodeAt(value)] = value;

/** Bytes encoded at a time: a multiple of 3, so that the slices concatenate. */
const SLICE_BYTES = 48 * 1024;

/**
 * Encodes `bytes` as base64 in ASCII, slice by slice, so that a large image is never in memory
 * twice.
 */
export function* encodeBase64(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += SLICE_BYTES) {
    yield encodeSlice(bytes.subarray(start, start + SLICE_BYTES));
  }
}

function encodeSlice(bytes: Uint8Array): Uint8Array {
  if (nativeBuffer === undefined) return encodeByHand(bytes);
  const text = nativeBuffer
    .from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('base64');
  const encoded = nativeBuffer.allocUnsafeSlow(text.length);
  encoded.write(text, 'latin1');
  return encoded;
}

/** Does the same in runtimes without a Buffer. */
export function encodeByHand(bytes: Uint8Array): Uint8Array {
  const pairs = pairsOfBits();
  const whole = bytes.byteLength - (bytes.byteLength % 3);
  const encoded = new Uint8Array(Math.ceil(bytes.byteLength / 3) * 4);
  let to = 0;
  for (let from = 0; from < whole; from += 3) {
    const bits =
      ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    const left = pairs[bits >> 12] ?? 0;
    const right = pairs[bits & 4095] ?? 0;
    encoded[to] = left;
    encoded[to + 1] = left >> 8;
    encoded[to + 2] = right;
    encoded[to + 3] = right >> 8;
    to += 4;
  }
  const rest = bytes.byteLength - whole;
  if (rest > 0) {
    const bits = ((bytes[whole] ?? 0) << 16) | ((bytes[whole + 1] ?? 0) << 8);
    const left = pairs[bits >> 12] ?? 0;
    encoded[to] = left;
    encoded[to + 1] = left >> 8;
    encoded[to + 2] = rest === 2 ? (pairs[bits & 4095] ?? 0) : PADDING;
    encoded[to + 3] = PADDING;
  }
  return encoded;
}

/**
 * Returns how many bytes a base64 text encodes; undefined when it is truncated or contains anything
 * else.
 */
export function base64Length(text: string): number | undefined {
  const { length } = text;
  if (length % 4 !== 0) return undefined;
  let end = length;
  while (length - end < 2 && text.charCodeAt(end - 1) === PADDING) end--;
  // By hand: a pattern for 20 MiB overflows the stack of its engine.
  for (let i = 0; i < end; i++) {
    if ((VALUES[text.charCodeAt(i)] ?? INVALID) === INVALID) return undefined;
  }
  return (length / 4) * 3 - (length - end);
}

/**
 * Decodes base64 text, given as ASCII; undefined when it is truncated or contains anything else.
 */
export function decodeBase64(text: Uint8Array): Uint8Array | undefined {
  const { length } = text;
  if (length % 4 !== 0) return undefined;
  let padding = 0;
  while (padding < 2 && text[length - 1 - padding] === PADDING) padding++;
  const decoded = new Uint8Array((length / 4) * 3 - padding);
  let seen = 0;
  for (let from = 0, to = 0; from < length; from += 4, to += 3) {
    const isLast = from + 4 === length;
    const a = VALUES[text[from] ?? 0] ?? INVALID;
    const b = VALUES[text[from + 1] ?? 0] ?? INVALID;
    const c = isLast && padding === 2 ? 0 : (VALUES[text[from + 2] ?? 0] ?? INVALID);
    const d = isLast && padding > 0 ? 0 : (VALUES[text[from + 3] ?? 0] ?? INVALID);
    // 255 is the only table value with these bits, so one test at the end finds any of them.
    seen |= a | b | c | d;
    const bits = (a << 18) | (b << 12) | (c << 6) | d;
    // Writes past the end of the array are dropped, which is what the padding asks for.
    decoded[to] = bits >> 16;
    decoded[to + 1] = bits >> 8;
    decoded[to + 2] = bits;
  }
  return (seen & 0xc0) === 0 ? decoded : undefined;
}
