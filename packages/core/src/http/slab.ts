/** From here on a chunk is worth an array of its own; one byte in one costs a hundred. */
const LARGE_BYTES = 4096;
const FIRST_BYTES = 4096;
const MOST_BYTES = 64 * 1024;

/**
 * Copies small chunks one behind the other into memory that is handed out from time to time, and goes
 * on behind what was handed out. So bytes that come one by one cost little more than themselves.
 */
export class Slab {
  #memory = new Uint8Array(0);
  #from = 0;
  #to = 0;

  /** Whether a chunk is better copied than kept. */
  static isSmall(chunk: Uint8Array): boolean {
    return chunk.byteLength < LARGE_BYTES;
  }

  /** Bytes that wait to be taken. */
  get size(): number {
    return this.#to - this.#from;
  }

  /** Adds a small chunk; false when it has no room, until what is there was taken. */
  add(chunk: Uint8Array): boolean {
    if (chunk.byteLength > this.#memory.byteLength - this.#to) {
      if (this.size > 0) return false;
      const length = Math.min(MOST_BYTES, Math.max(FIRST_BYTES, 2 * this.#memory.byteLength));
      this.#memory = new Uint8Array(length);
      this.#from = 0;
      this.#to = 0;
    }
    this.#memory.set(chunk, this.#to);
    this.#to += chunk.byteLength;
    return true;
  }

  /** What was added since the last time. */
  take(): Uint8Array {
    const taken = this.#memory.subarray(this.#from, this.#to);
    this.#from = this.#to;
    return taken;
  }
}
