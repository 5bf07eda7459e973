import { ByteCollector, type RequestBody } from '@model-gateway/core/http';

/** Returns the body of a web request, read on demand and no further than the gateway asks. */
export function requestBody(request: Request): RequestBody {
  if (!mayHaveBody(request)) return { kind: 'none' };
  return {
    kind: 'bytes',
    async read(limitBytes) {
      // A body that was read before would end at once, as if it were empty.
      if (request.bodyUsed) throw new Error(READ_BEFORE);
      const announced = request.headers.get('content-length') ?? undefined;
      const collector = new ByteCollector(limitBytes, announced);
      try {
        for await (const chunk of chunksOf(request)) collector.push(chunk);
      } catch (error) {
        // When the client has left, replaces the host's error by the signal's reason.
        request.signal.throwIfAborted();
        throw error;
      }
      return collector.bytes();
    },
  };
}

const READ_BEFORE =
  'the request body was read before the request reached the gateway: call the gateway before the ' +
  'code that reads bodies, or pass that code a request.clone()';

function mayHaveBody({ method, body, bodyUsed }: Request): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  // Some servers remove a body that was read; that does not mean there was none.
  return body !== null || bodyUsed;
}

/** Yields the body in chunks. Leaving the loop early cancels the rest. */
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array, void> {
  const { body } = request;
  // Firefox lacks this member: there a body can only be read whole, and a missing one is empty.
  if (!body) {
    yield new Uint8Array(await request.arrayBuffer());
    return;
  }
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
