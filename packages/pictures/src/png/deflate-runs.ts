import { BitWriter } from './bit-writer.ts';

/**
 * Compresses runs of equal bytes in zlib's format (RFC 1950), with the fixed codes of RFC 1951 §3.2.6:
 * a run costs a few bits for every 258 bytes, and no time for each byte. The same runs give the same
 * file on every machine, whatever its zlib.
 */
export class RunDeflater {
  readonly #bits = new BitWriter();
  readonly #checksum = new RunChecksum();

  constructor() {
    this.#bits.byte(0x78);
    this.#bits.byte(0x01);
    // The last block, with fixed codes.
    this.#bits.write(0b011, 3);
  }

  /** Adds `length` bytes of one value. */
  run(value: number, length: number): void {
    if (length === 0) return;
    this.#checksum.add(value, length);
    this.#literal(value);
    let rest = length - 1;
    for (; rest >= SHORTEST; rest -= Math.min(rest, LONGEST)) this.#repeat(Math.min(rest, LONGEST));
    for (; rest > 0; rest--) this.#literal(value);
  }

  /** Returns the file; nothing can be added after it. */
  end(): Uint8Array {
    this.#bits.write(0, 7);
    this.#bits.align();
    for (let shift = 24; shift >= 0; shift -= 8) this.#bits.byte(this.#checksum.value >>> shift);
    return this.#bits.bytes();
  }

  #literal(value: number): void {
    if (value < 144) this.#bits.write(reversed(0x30 + value, 8), 8);
    else this.#bits.write(reversed(0x190 + value - 144, 9), 9);
  }

  /** Repeats the last byte `length` times. */
  #repeat(length: number): void {
    const { code, codeBits, extra, extraBits } = LENGTHS[length] ?? NO_LENGTH;
    this.#bits.write(code, codeBits);
    this.#bits.write(extra, extraBits);
    // Distance 1.
    this.#bits.write(0, 5);
  }
}

const SHORTEST = 3;
const LONGEST = 258;

interface LengthCode {
  readonly code: number;
  readonly codeBits: number;
  readonly extra: number;
  readonly extraBits: number;
}

const NO_LENGTH: LengthCode = { code: 0, codeBits: 0, extra: 0, extraBits: 0 };

/** The codes of the lengths 3 to 258, by length. Source: RFC 1951 §3.2.5. */
const LENGTHS: readonly LengthCode[] = lengthCodes();

function lengthCodes(): readonly LengthCode[] {
  const codes: LengthCode[] = [NO_LENGTH, NO_LENGTH, NO_LENGTH];
  for (let symbol = 257; symbol < 285; symbol++) {
    const extraBits = symbol < 265 ? 0 : (symbol - 261) >> 2;
    for (let extra = 0; extra < 1 << extraBits; extra++) {
      codes.push({ ...fixedCode(symbol), extra, extraBits });
    }
  }
  // The longest has a code without extra bits, which takes the place of the last one.
  codes[LONGEST] = { ...fixedCode(285), extra: 0, extraBits: 0 };
  return codes;
}

function fixedCode(symbol: number) {
  return symbol < 280
    ? { code: reversed(symbol - 256, 7), codeBits: 7 }
    : { code: reversed(0xc0 + symbol - 280, 8), codeBits: 8 };
}

/** Codes are written from their highest bit, everything else from its lowest. */
function reversed(code: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit++) result |= ((code >> bit) & 1) << (bits - 1 - bit);
  return result;
}

/** Adler-32 of runs: sums of equal bytes need no loop. */
class RunChecksum {
  #low = 1;
  #high = 0;

  get value(): number {
    return ((this.#high << 16) | this.#low) >>> 0;
  }

  add(value: number, length: number): void {
    const high = this.#high + length * this.#low + value * ((length * (length + 1)) / 2);
    this.#high = high % MODULUS;
    this.#low = (this.#low + value * length) % MODULUS;
  }
}

const MODULUS = 65521;
