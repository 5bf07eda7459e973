import { ByteLimit } from './byte-limit.ts';
import { concatenate } from './concatenate.ts';
import { Slab } from './slab.ts';

/**
 * Gathers the chunks of a body, up to a limit. An adapter pushes what arrives and stops reading at
 * the first throw, so a body that is too large is refused without being read whole. Small chunks
 * are copied together, so memory is bounded however the body is split.
 */
export class ByteCollector {
  readonly #limit: ByteLimit;
  readonly #chunks: Uint8Array[] = [];
  readonly #slab = new Slab();

  /** @param announced the content-length, if any: enough to refuse a body before reading it */
  constructor(limitBytes: number, announced: string | undefined) {
    this.#limit = new ByteLimit(limitBytes, announced);
  }

  push(chunk: Uint8Array): void {
    this.#limit.count(chunk);
    // Most bodies arrive as one chunk, which need not be copied.
    const isKept = this.#chunks.length === 0 || !Slab.isSmall(chunk);
    if (!isKept && this.#slab.add(chunk)) return;
    this.#closeSlab();
    if (isKept) this.#chunks.push(chunk);
    else this.#slab.add(chunk);
  }

  bytes(): Uint8Array {
    return concatenate(this.pieces());
  }

  /** Returns what was pushed, in order: large chunks as they came. */
  pieces(): readonly Uint8Array[] {
    this.#closeSlab();
    return this.#chunks;
  }

  #closeSlab(): void {
    if (this.#slab.size > 0) this.#chunks.push(this.#slab.take());
  }
}
