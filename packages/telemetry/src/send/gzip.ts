/** Smaller bodies gain less than the header of gzip costs. */
const SMALLEST = 1024;

/** Compresses a body of 1 KiB or more; undefined where it stays as it is. */
export async function gzip(
  body: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (body.byteLength < SMALLEST || typeof CompressionStream === 'undefined') return undefined;
  const compressed = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}
