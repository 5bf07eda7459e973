const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  return value;
});

/** Returns the CRC-32 of PNG chunks (ISO 3309) over consecutive parts. */
export function crc32(...parts: readonly Uint8Array[]): number {
  let crc = 0xffffffff;
  for (const part of parts) {
    // By position, because an iterator takes several times as long.
    for (let at = 0; at < part.length; at++) {
      crc = (TABLE[(crc ^ (part[at] ?? 0)) & 255] ?? 0) ^ (crc >>> 8);
    }
  }
  return (crc ^ 0xffffffff) >>> 0;
}
