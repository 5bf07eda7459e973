import { BitWriter } from './bit-writer.ts';
import { prefixCode, type PrefixCode } from './huffman.ts';

/**
 * Compresses bytes in zlib's format (RFC 1950) from what its caller has found out about them: which
 * are new, and which repeat what came before. It searches nothing, so it is fast, and it gives the
 * same file on every machine, which zlib does not.
 */
export class Deflater {
  readonly #bits = new BitWriter();
  /** Literal bytes, and copies as distance and length. */
  readonly #tokens = new Uint32Array(TOKENS_PER_BLOCK);
  #count = 0;
  readonly #symbols = new Uint32Array(286);
  readonly #distances = new Uint32Array(30);

  constructor() {
    this.#bits.byte(0x78);
    this.#bits.byte(0x01);
  }

  literal(byte: number): void {
    this.#symbols[byte] = (this.#symbols[byte] ?? 0) + 1;
    this.#add(byte);
  }

  /** Repeats `length` bytes, 3 or more, that begin `distance` bytes back, 1 to `FARTHEST`. */
  copy(length: number, distance: number): void {
    for (let rest = length; rest > 0;) {
      // What remains must not be too short for a copy of its own.
      const part = rest <= LONGEST ? rest : Math.min(LONGEST, rest - SHORTEST);
      const symbol = LENGTH_SYMBOLS[part] ?? 0;
      const distanceSymbol = symbolOf(distance);
      this.#symbols[symbol] = (this.#symbols[symbol] ?? 0) + 1;
      this.#distances[distanceSymbol] = (this.#distances[distanceSymbol] ?? 0) + 1;
      this.#add((distance << LENGTH_BITS) | part);
      rest -= part;
    }
  }

  /** Returns the file; nothing can be added after it. */
  end(adler32: number): Uint8Array {
    this.#writeBlock(true);
    this.#bits.align();
    for (let shift = 24; shift >= 0; shift -= 8) this.#bits.byte(adler32 >>> shift);
    return this.#bits.bytes();
  }

  #add(token: number): void {
    this.#tokens[this.#count++] = token;
    if (this.#count === TOKENS_PER_BLOCK) this.#writeBlock(false);
  }

  /** Writes the tokens with codes made for them. Source: RFC 1951 §3.2.7. */
  #writeBlock(last: boolean): void {
    const bits = this.#bits;
    this.#symbols[END_OF_BLOCK] = 1;
    const symbols = prefixCode(this.#symbols, 15);
    const distances = prefixCode(this.#distances, 15);
    bits.write(last ? 0b101 : 0b100, 3);
    writeCodes(bits, symbols, distances);
    for (let index = 0; index < this.#count; index++) {
      const token = this.#tokens[index] ?? 0;
      if (token < 256) bits.write(symbols.codes[token] ?? 0, symbols.lengths[token] ?? 0);
      else writeCopy(bits, token, symbols, distances);
    }
    bits.write(symbols.codes[END_OF_BLOCK] ?? 0, symbols.lengths[END_OF_BLOCK] ?? 0);
    this.#count = 0;
    this.#symbols.fill(0);
    this.#distances.fill(0);
  }
}

/** The largest distance of a copy. */
export const FARTHEST = 32_768;

const TOKENS_PER_BLOCK = 32_768;
const SHORTEST = 3;
const LONGEST = 258;
const END_OF_BLOCK = 256;
const LENGTH_BITS = 9;

function writeCopy(
  bits: BitWriter,
  token: number,
  symbols: PrefixCode,
  distances: PrefixCode,
): void {
  const length = token & ((1 << LENGTH_BITS) - 1);
  const symbol = LENGTH_SYMBOLS[length] ?? 0;
  bits.write(symbols.codes[symbol] ?? 0, symbols.lengths[symbol] ?? 0);
  bits.write(length - (FIRST_LENGTHS[symbol - 257] ?? 0), extraBitsOf(symbol));
  const distance = token >>> LENGTH_BITS;
  const distanceSymbol = symbolOf(distance);
  bits.write(distances.codes[distanceSymbol] ?? 0, distances.lengths[distanceSymbol] ?? 0);
  const extra = Math.max(0, (distanceSymbol >> 1) - 1);
  bits.write((distance - 1) & ((1 << extra) - 1), extra);
}

/** Returns the symbol of a distance. Source: RFC 1951 §3.2.5. */
function symbolOf(distance: number): number {
  const below = distance - 1;
  if (below < 4) return below;
  const power = 31 - Math.clz32(below);
  return 2 * power + ((below >> (power - 1)) & 1);
}

function extraBitsOf(lengthSymbol: number): number {
  return lengthSymbol < 265 || lengthSymbol === 285 ? 0 : (lengthSymbol - 261) >> 2;
}

/** The first length of each symbol from 257 on. Source: RFC 1951 §3.2.5. */
const FIRST_LENGTHS: readonly number[] = Array.from({ length: 29 }, (_, index) => {
  if (index === 28) return LONGEST;
  return index < 8 ? index + SHORTEST : SHORTEST + ((4 + (index & 3)) << ((index >> 2) - 1));
});

const LENGTH_SYMBOLS = Uint16Array.from({ length: LONGEST + 1 }, (_, length) =>
  Math.max(257, 257 + FIRST_LENGTHS.findLastIndex((first) => first <= length)),
);

/** The order in which the lengths of the codes for lengths are written. */
const LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Writes the lengths of both codes, themselves in a code. Source: RFC 1951 §3.2.7. */
function writeCodes(bits: BitWriter, symbols: PrefixCode, distances: PrefixCode): void {
  const steps = lengthSteps([...symbols.lengths, ...distances.lengths]);
  const frequencies = new Uint32Array(19);
  for (const [symbol] of steps) frequencies[symbol] = (frequencies[symbol] ?? 0) + 1;
  const { codes, lengths } = prefixCode(frequencies, 7);
  bits.write(symbols.lengths.length - 257, 5);
  bits.write(distances.lengths.length - 1, 5);
  bits.write(LENGTHS_ORDER.length - 4, 4);
  for (const symbol of LENGTHS_ORDER) bits.write(lengths[symbol] ?? 0, 3);
  for (const [symbol, extra, extraBits] of steps) {
    bits.write(codes[symbol] ?? 0, lengths[symbol] ?? 0);
    bits.write(extra, extraBits);
  }
}

/** Lengths as symbols with extra bits: 17 and 18 are zeros, 3 to 10 and 11 to 138 of them. */
function lengthSteps(
  lengths: readonly number[],
): readonly (readonly [symbol: number, extra: number, extraBits: number])[] {
  const steps: (readonly [number, number, number])[] = [];
  for (let index = 0; index < lengths.length;) {
    const zeros = Math.min(MOST_ZEROS, zerosFrom(lengths, index));
    if (zeros < SHORTEST) steps.push([lengths[index] ?? 0, 0, 0]);
    else steps.push(zeros < 11 ? [17, zeros - 3, 3] : [18, zeros - 11, 7]);
    index += zeros < SHORTEST ? 1 : zeros;
  }
  return steps;
}

const MOST_ZEROS = 138;

function zerosFrom(lengths: readonly number[], index: number): number {
  let end = index;
  while (lengths[end] === 0) end++;
  return end - index;
}
