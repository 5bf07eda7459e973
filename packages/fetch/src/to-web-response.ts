import { concatenate, encodeResponse, type GatewayResponse } from '@model-gateway/core/http';

/** Converts a gateway's response to a web response. */
export function toWebResponse(response: GatewayResponse): Response {
  const { status, headers, cookies, parts, steps, signal } = encodeResponse(response);
  const answer = new Response(steps === undefined ? bodyOf(parts) : streamOf(steps, signal), {
    status,
    headers: { ...headers },
  });
  for (const cookie of cookies ?? []) answer.headers.append('set-cookie', cookie);
  return answer;
}

/** Returns null for no bytes, because 204 and 304 may not have a body, not even an empty one. */
function bodyOf(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> | null {
  // The gateway never uses shared memory, which is all that the narrower type excludes.
  return parts.length === 0 ? null : (concatenate(parts) as Uint8Array<ArrayBuffer>);
}

/** Pulls a step only when the reader wants more; a reader that cancels closes the source. */
function streamOf(
  steps: AsyncIterable<Iterable<Uint8Array>>,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const iterator = steps[Symbol.asyncIterator]();
  const breakOff = (controller: ReadableStreamDefaultController, { reason }: AbortSignal) => {
    controller.error(reason);
    // Closing the source may fail as well; the host already has the first error.
    iterator.return?.().catch(() => {});
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      signal?.addEventListener('abort', () => breakOff(controller, signal), { once: true });
    },
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
