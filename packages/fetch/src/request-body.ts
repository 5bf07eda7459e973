import { ByteCollector, ByteLimit, type RequestBody } from '@model-gateway/core/http';

/** Returns the body of a web request, read on demand and no further than the gateway asks. */
export function requestBody(request: Request): RequestBody {
  if (!mayHaveBody(request)) return { kind: 'none' };
  const announced = request.headers.get('content-length') ?? undefined;
  return {
    kind: 'bytes',
    async read(limitBytes) {
      checkUnread(request);
      const collector = new ByteCollector(limitBytes, announced);
      for await (const chunk of chunksOf(request)) collector.push(chunk);
      return collector.bytes();
    },
    async *stream(limitBytes) {
      checkUnread(request);
      const limit = new ByteLimit(limitBytes, announced);
      for await (const chunk of chunksOf(request)) {
        limit.count(chunk);
        yield chunk;
      }
    },
  };
}

function mayHaveBody({ method, body, bodyUsed }: Request): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  // Some servers remove a body that was read; that does not mean there was none.
  return body !== null || bodyUsed;
}

/** A body that was read before would end at once, as if it were empty. */
function checkUnread({ bodyUsed }: Request): void {
  if (bodyUsed) throw new Error(READ_BEFORE);
}

const READ_BEFORE =
  'the request body was read before the request reached the gateway: call the gateway before the ' +
  'code that reads bodies, or pass that code a request.clone()';

/** Yields the body in chunks. Leaving the loop early cancels the rest. */
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array, void> {
  const { body, signal } = request;
  // Firefox lacks this member: there a body can only be read whole, and a missing one is empty.
  const reader = body?.getReader();
  try {
    if (reader === undefined) yield new Uint8Array(await request.arrayBuffer());
    else
      for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (error) {
    // When the client has left, replaces the host's error by the signal's reason.
    signal.throwIfAborted();
    throw error;
  } finally {
    // One that failed cannot be cancelled.
    await reader?.cancel().catch(() => {});
  }
}
