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
  /** Whether no other code has the chunks. */
  isOurs = false;

  /** Frees what an image has of them. Chunks of which it is only a part are left to V8. */
  free(data: ImageData): void {
    if (!this.isOurs || data.encoding !== 'base64') return;
    for (const part of data.parts) if (isAlone(part)) freeMemoryOf(part);
  }
}

/** The chunks of answers that are read whole, until they are no longer needed. */
export class ReadChunks {
  #chunks: Uint8Array[] = [];

  /** Adds a chunk that no other code has. */
  add(chunk: Uint8Array): void {
    if (isAlone(chunk)) this.#chunks.push(chunk);
  }

  /** Frees them all. */
  free(): void {
    for (const chunk of this.#chunks) freeMemoryOf(chunk);
    this.#chunks = [];
  }
}

function isAlone({ buffer, byteLength }: Uint8Array): boolean {
  return byteLength >= LEAST_BYTES && byteLength === buffer.byteLength;
}

function freeMemoryOf({ buffer }: Uint8Array): void {
  // A buffer has this method or, before Node 21, lacks it.
  (buffer as Detachable).transfer?.(0);
}
