import { Adler32 } from './adler32.ts';
import { Deflater } from './deflater.ts';

/** Compresses runs of equal bytes in zlib's format, in no time for each byte. */
export class RunDeflater {
  readonly #deflater = new Deflater();
  readonly #checksum = new Adler32();

  /** Adds `length` bytes of one value. */
  run(value: number, length: number): void {
    if (length === 0) return;
    this.#checksum.addRun(value, length);
    this.#deflater.literal(value);
    if (length > 3) this.#deflater.copy(length - 1, 1);
    else for (let rest = length - 1; rest > 0; rest--) this.#deflater.literal(value);
  }

  /** Returns the file; nothing can be added after it. */
  end(): Uint8Array {
    return this.#deflater.end(this.#checksum.value);
  }
}
