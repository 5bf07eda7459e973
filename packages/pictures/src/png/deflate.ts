import { concatenate } from '@model-gateway/core/http';

/** Compresses parts one by one in zlib's format (RFC 1950). Rejects with the error that `parts` throws. */
export async function deflate(parts: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  const { readable, writable } = new CompressionStream('deflate');
  const [compressed] = await Promise.all([collect(readable), feed(writable, parts)]);
  return compressed;
}

async function feed(
  writable: WritableStream<BufferSource>,
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const writer = writable.getWriter();
  try {
    for await (const part of parts) await writer.write(part);
    await writer.close();
  } catch (error) {
    await writer.abort(error);
    throw error;
  }
}

async function collect(readable: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = readable.getReader();
  const chunks: Uint8Array[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
  }
  return concatenate(chunks);
}
