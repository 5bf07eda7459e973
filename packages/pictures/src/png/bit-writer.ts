/** Writes bits into bytes, the lowest bit of each byte first. */
export class BitWriter {
  #bytes = new Uint8Array(16 * 1024);
  #length = 0;
  /** Bits that do not fill a byte yet. */
  #pending = 0;
  #pendingBits = 0;

  /** Writes the lowest `count` bits of `value`, at most 16. */
  write(value: number, count: number): void {
    this.#pending |= value << this.#pendingBits;
    this.#pendingBits += count;
    while (this.#pendingBits >= 8) {
      this.#append(this.#pending);
      this.#pending >>>= 8;
      this.#pendingBits -= 8;
    }
  }

  /** Fills the byte that was begun with zeros. */
  align(): void {
    if (this.#pendingBits > 0) this.write(0, 8 - this.#pendingBits);
  }

  /** Writes the lowest 8 bits of `value`, where a byte begins. */
  byte(value: number): void {
    this.write(value & 255, 8);
  }

  /** Returns what was written, without a copy: nothing can be written after it. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #append(value: number): void {
    if (this.#length === this.#bytes.length) {
      const longer = new Uint8Array(2 * this.#length);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes[this.#length++] = value;
  }
}
