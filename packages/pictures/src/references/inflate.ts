/**
 * Decompresses zlib's format (RFC 1950) into exactly `length` bytes. Undefined for data that is
 * damaged, shorter or longer; of longer data no more is read.
 */
export async function inflate(
  parts: readonly Uint8Array[],
  length: number,
): Promise<Uint8Array | undefined> {
  const { readable, writable } = new DecompressionStream('deflate');
  const writing = write(writable, parts);
  // Reading reports the same error.
  writing.catch(() => {});
  const result = new Uint8Array(length);
  let filled = 0;
  try {
    for await (const part of chunksOf(readable)) {
      if (filled + part.length > length) return undefined;
      result.set(part, filled);
      filled += part.length;
    }
  } catch {
    return undefined;
  }
  return filled === length ? result : undefined;
}

async function write(
  writable: WritableStream<BufferSource>,
  parts: readonly Uint8Array[],
): Promise<void> {
  const writer = writable.getWriter();
  // A copy has the buffer type that the stream's types ask for.
  for (const part of parts) await writer.write(Uint8Array.from(part));
  await writer.close();
}

async function* chunksOf(readable: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = readable.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Stops the decompression of data that is too long; of damaged data it has stopped.
    await reader.cancel().catch(() => {});
  }
}
