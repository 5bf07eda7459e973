/** Returns bytes as a text with a character for each, which `latin1` makes the same bytes again. */
export function latin1Of(part: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = part;
  const bytes = Buffer.isBuffer(part) ? part : Buffer.from(buffer, byteOffset, byteLength);
  return bytes.toString('latin1');
}
