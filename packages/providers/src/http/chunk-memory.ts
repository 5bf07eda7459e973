import type { ImageData } from '@model-gateway/core';
import { freeMemoryOf, isAlone } from '@model-gateway/core/kit';

/** The memory of the chunks of an answer. */
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
