const encoder = new TextEncoder();
const SLAB_BYTES = 1024 * 1024;
/** A UTF-16 unit takes at most three bytes. */
const BYTES_PER_UNIT = 3;

/**
 * The UTF-8 of each text, in slabs that many of them share: a buffer of its own for each of 100,000
 * models would take longer to allocate than to fill.
 */
export function serialiseAll(texts: Iterable<string>): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let slab = new Uint8Array(SLAB_BYTES);
  let used = 0;
  for (const text of texts) {
    const most = text.length * BYTES_PER_UNIT;
    if (used + most > slab.byteLength) {
      slab = new Uint8Array(Math.max(SLAB_BYTES, most));
      used = 0;
    }
    const { written } = encoder.encodeInto(text, slab.subarray(used));
    parts.push(slab.subarray(used, used + written));
    used += written;
  }
  return parts;
}
