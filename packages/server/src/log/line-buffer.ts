/** Enough for what an output gathers before it writes. */
const KEPT_BYTES = 64 * 1024;

/** No UTF-16 unit takes more bytes of UTF-8. */
const MOST_BYTES_OF_A_UNIT = 3;

/**
 * Lines as UTF-8 in memory that is used again. Strings would wait in hundreds of pieces, which the
 * garbage collector copies, and which are out of the processor's caches when they are joined.
 */
export class LineBuffer {
  #bytes = Buffer.allocUnsafeSlow(KEPT_BYTES);
  #used = 0;

  get byteLength(): number {
    return this.#used;
  }

  add(line: string): void {
    const needed = this.#used + line.length * MOST_BYTES_OF_A_UNIT;
    if (needed > this.#bytes.byteLength) this.#grow(needed);
    this.#used += this.#bytes.write(line, this.#used);
  }

  /** The lines, until the next call of `add` or `clear`. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#used);
  }

  /** Forgets the lines, and memory beyond what lines usually take. */
  clear(): void {
    this.#used = 0;
    if (this.#bytes.byteLength > KEPT_BYTES) this.#bytes = Buffer.allocUnsafeSlow(KEPT_BYTES);
  }

  #grow(needed: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.byteLength));
    grown.set(this.bytes());
    this.#bytes = grown;
  }
}
