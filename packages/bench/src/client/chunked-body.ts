const LF = 0x0a;
/** The end of the data of a chunk. */
const LINE_END_BYTES = 2;

/** Finds the end of one body in chunked encoding, without keeping any of it. No trailers. */
export class ChunkedBody {
  #line = '';
  /** Bytes of the current chunk that are still to come, its line end included. */
  #rest = 0;
  #isLast = false;
  #isOver = false;

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Reads from `at` up to `length` or the end of the body, and returns where that is. */
  read(bytes: Buffer, at: number, length: number): number {
    let next = at;
    while (next < length && !this.#isOver) {
      next = this.#rest > 0 ? this.#skip(next, length) : this.#readLine(bytes, next, length);
    }
    return next;
  }

  #skip(at: number, length: number): number {
    const step = Math.min(this.#rest, length - at);
    this.#rest -= step;
    return at + step;
  }

  /** The size of a chunk, or the empty line after the last. */
  #readLine(bytes: Buffer, at: number, length: number): number {
    const lf = bytes.indexOf(LF, at);
    const isWhole = lf !== -1 && lf < length;
    this.#line += bytes.toString('latin1', at, isWhole ? lf : length);
    if (!isWhole) return length;
    const size = Number.parseInt(this.#line, 16);
    this.#line = '';
    if (this.#isLast) this.#isOver = true;
    else if (size === 0) this.#isLast = true;
    else this.#rest = size + LINE_END_BYTES;
    return lf + 1;
  }
}
