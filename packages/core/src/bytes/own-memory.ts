/** Smaller chunks may lie in memory that Node shares out. */
const LEAST_BYTES = 4096;

/** What `ArrayBuffer` has from Node 21 on. */
interface Detachable {
  transfer?(bytes: number): unknown;
}

/** Returns whether a chunk is all of its memory, which is worth freeing by hand. */
export function isAlone({ buffer, byteLength }: Uint8Array): boolean {
  return byteLength >= LEAST_BYTES && byteLength === buffer.byteLength;
}

/**
 * Frees the memory of a chunk at once, which is empty from then on: only for the one owner, and once no
 * socket writes it any more. V8 counts memory outside of its heap and marks the whole heap for some
 * twenty megabytes of it; freeing it by hand costs a fifth of that. Does nothing before Node 21.
 */
export function freeMemoryOf({ buffer }: Uint8Array): void {
  // A buffer has this method or, before Node 21, lacks it.
  (buffer as Detachable).transfer?.(0);
}
