import { ByteCollector, type RequestBody } from '@model-gateway/core';

/** The body of a web request, read when the gateway asks for it and no further than it wants. */
export function requestBody(request: Request): RequestBody {
  if (!mayHaveBody(request)) return { kind: 'none' };
  return {
    kind: 'bytes',
    async read(limitBytes) {
      // A body that was read before ends at once, as if it were empty.
      if (request.bodyUsed) throw new Error(READ_BEFORE);
      const announced = request.headers.get('content-length') ?? undefined;
      const collector = new ByteCollector(limitBytes, announced);
      try {
        for await (const chunk of chunksOf(request)) collector.push(chunk);
      } catch (error) {
        // Whatever it is that the host makes of it.
        request.signal.throwIfAborted();
        throw error;
      }
      return collector.bytes();
    },
  };
}

const READ_BEFORE =
  'the request body was read before the gateway came to it: call the gateway in front of whatever ' +
  'reads bodies, or give that a request.clone()';

function mayHaveBody({ method, body, bodyUsed }: Request): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  // Some servers take away a body that was read, and it is not that there was none.
  return body !== null || bodyUsed;
}

/** The body as it comes. Leaving the loop early tells the sender that the rest is not wanted. */
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array, void> {
  const { body } = request;
  // Firefox has no such member: there a body is had only as a whole, and an absent one is empty.
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
