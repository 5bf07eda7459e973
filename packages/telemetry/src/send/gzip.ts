type Bytes = Uint8Array<ArrayBuffer>;

/** The compressor of Node, Bun and Deno. */
interface NativeZlib {
  gzip?: (
    body: Bytes,
    options: { level: number },
    done: (error: Error | null, zipped: Bytes) => void,
  ) => void;
}

/** Smaller bodies gain less than the header of gzip costs. */
const SMALLEST = 1024;

/**
 * The spans of a batch repeat each other, so that the lowest level leaves a few percent of the bytes,
 * and takes a third of the time of the level that a `CompressionStream` has.
 */
const LEVEL = 1;

/** Compresses a body of 1 KiB or more, outside the event loop; undefined where it stays as it is. */
export async function gzip(body: Bytes): Promise<Bytes | undefined> {
  if (body.byteLength < SMALLEST) return undefined;
  const native = nativeZlib();
  if (native?.gzip === undefined) return gzipByStream(body);
  return new Promise((resolve, reject) => {
    native.gzip?.(body, { level: LEVEL }, (error, zipped) => {
      if (error === null) resolve(zipped);
      else reject(error);
    });
  });
}

/** Does the same in runtimes without zlib. */
export async function gzipByStream(body: Bytes): Promise<Bytes | undefined> {
  if (typeof CompressionStream === 'undefined') return undefined;
  const compressed = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

/** Looked up rather than imported, so that the package also runs without such modules. */
function nativeZlib(): NativeZlib | undefined {
  // A runtime without `process`, or an older one, may lack any of these members.
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (name: string) => NativeZlib | undefined };
  };
  return process?.getBuiltinModule?.('zlib');
}
