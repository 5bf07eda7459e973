/** Returns the 32-bit FNV-1a hash: fast for many megabytes, and not used for secrets. */
export function fingerprint(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
