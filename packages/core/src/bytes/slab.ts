/** From this size a chunk is worth its own array; an array of one byte costs a hundred. */
const LARGE_BYTES = 4096;
const FIRST_BYTES = 4096;
const MOST_BYTES = 64 * 1024;

/** For those that never get a small chunk. */
const NOTHING = new Uint8Array(0);

/**
 * Copies small chunks one after another into shared memory and hands out what has accumulated, so
 * that bytes that arrive one by one cost little more than themselves.
 */
export class Slab {
  #memory = NOTHING;
  #from = 0;
  #to = 0;

  /** Returns whether copying a chunk is better than keeping it. */
  static isSmall(chunk: Uint8Array): boolean {
    return chunk.byteLength < LARGE_BYTES;
  }

  /** Bytes waiting to be taken. */
  get size(): number {
    return this.#to - this.#from;
  }

  /** Adds a small chunk; returns false when there is no room until `take` is called. */
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

  /** Returns what was added since the last call. */
  take(): Uint8Array {
    const taken = this.#memory.subarray(this.#from, this.#to);
    this.#from = this.#to;
    return taken;
  }
}
