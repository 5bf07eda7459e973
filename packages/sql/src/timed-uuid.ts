import { Buffer } from 'node:buffer';

const BYTES = 16;
/** Milliseconds are 48 bits. */
const MOST_MS = 2 ** 48 - 1;

/** The bytes of the next ones, random from the start: to ask for many at once is cheaper. */
const pool = Buffer.alloc(128 * BYTES);
let at = pool.length;
const text = Buffer.alloc(36, '-');

/**
 * Returns a UUID of version 7 (RFC 9562 §5.7), which begins with the time. What is written together has
 * its place at the end of an index, on one page; random ones would change a page each, of an index
 * that grows for ever.
 */
export function timedUuid(now: number): string {
  if (at === pool.length) {
    crypto.getRandomValues(pool);
    at = 0;
  }
  pool.writeUIntBE(Math.min(MOST_MS, Math.max(0, Math.floor(now))), at, 6);
  pool.writeUInt8(0x70 | (pool.readUInt8(at + 6) & 0x0f), at + 6);
  pool.writeUInt8(0x80 | (pool.readUInt8(at + 8) & 0x3f), at + 8);
  let end = 0;
  for (let i = 0; i < BYTES; i++) {
    const byte = pool.readUInt8(at + i);
    text.writeUInt8(digit(byte >> 4), end++);
    text.writeUInt8(digit(byte & 0x0f), end++);
    if (i === 3 || i === 5 || i === 7 || i === 9) end++;
  }
  at += BYTES;
  return text.toString('latin1');
}

/** The hexadecimal digit of a number, in ASCII. */
function digit(number: number): number {
  return number < 10 ? 0x30 + number : 0x57 + number;
}
