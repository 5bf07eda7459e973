/** The checksum of zlib's format over bytes that are added in order. Source: RFC 1950 §9. */
export class Adler32 {
  #low = 1;
  #high = 0;

  get value(): number {
    return ((this.#high << 16) | this.#low) >>> 0;
  }

  /** Adds `length` equal bytes, at most 8,000,000; takes no time for each. */
  addRun(value: number, length: number): void {
    const high = this.#high + length * this.#low + value * ((length * (length + 1)) / 2);
    this.#high = high % MODULUS;
    this.#low = (this.#low + value * length) % MODULUS;
  }

  /** Adds numbers of `bytes` bytes each, the lowest first. */
  addWords(words: Int32Array, bytes: 3 | 4): void {
    for (let from = 0; from < words.length; from += WORDS_AT_ONCE) {
      this.#addWords(words, from, Math.min(words.length, from + WORDS_AT_ONCE), bytes);
    }
  }

  #addWords(words: Int32Array, from: number, to: number, bytes: 3 | 4): void {
    let low = this.#low;
    let high = this.#high;
    for (let at = from; at < to; at++) {
      const word = words[at] ?? 0;
      if (word === 0) {
        high += bytes * low;
        continue;
      }
      low += word & 255;
      high += low;
      low += (word >>> 8) & 255;
      high += low;
      low += (word >>> 16) & 255;
      high += low;
      if (bytes === 4) {
        low += word >>> 24;
        high += low;
      }
    }
    this.#low = low % MODULUS;
    this.#high = high % MODULUS;
  }
}

const MODULUS = 65521;

/** So few that sums stay below 2^31, up to where V8 computes with integers. */
const WORDS_AT_ONCE = 900;
