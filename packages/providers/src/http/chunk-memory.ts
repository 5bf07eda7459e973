import type { ImageData } from '@model-gateway/core';

/** Smaller chunks may lie in memory that Node shares out. */
const LEAST_BYTES = 4096;

/** What `ArrayBuffer` has from Node 21 on. */
interface Detachable {
  transfer?(bytes: number): unknown;
}

/**
 * The memory of the chunks of an answer. Each of them is memory outside of V8's heap, and V8 marks
 * the whole heap for some twenty megabytes of it; to free it by hand costs a fifth of that.
 */
export class ChunkMemory {
  /** Whether nobody else has the chunks. */
  isOurs = false;

  /** Frees what an image has of them. Chunks of which it is only a part are left to V8. */
  free(data: ImageData): void {
    if (!this.isOurs || data.encoding !== 'base64') return;
    for (const { buffer, byteLength } of data.parts) {
      const isAlone = byteLength >= LEAST_BYTES && byteLength === buffer.byteLength;
      // A buffer has this method or, before Node 21, lacks it.
      if (isAlone) (buffer as Detachable).transfer?.(0);
    }
  }
}
