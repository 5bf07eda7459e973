import { concatenate, encodeResponse, type GatewayResponse } from '@model-gateway/core';

/** An envelope's response as a web response. */
export function toWebResponse(response: GatewayResponse): Response {
  const { status, headers, parts, steps } = encodeResponse(response);
  return new Response(steps === undefined ? bodyOf(parts) : streamOf(steps), {
    status,
    headers: { ...headers },
  });
}

/** Null for no bytes, because 204 and 304 may not have a body, not even an empty one. */
function bodyOf(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> | null {
  // The gateway never uses shared memory, which is all that the narrower type excludes.
  return parts.length === 0 ? null : (concatenate(parts) as Uint8Array<ArrayBuffer>);
}

/** A step is asked for only when the reader wants more; a reader that leaves closes the source. */
function streamOf(steps: AsyncIterable<Iterable<Uint8Array>>): ReadableStream<Uint8Array> {
  const iterator = steps[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(concatenate([...next.value]));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
