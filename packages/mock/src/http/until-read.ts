import type { GatewayResponse } from '@model-gateway/core/http';

/** The body of a stream, which says when it was read to its end or left. */
export function untilRead(
  body: Extract<GatewayResponse['body'], { readonly kind: 'stream' }>,
  done: () => void,
): typeof body {
  const source = body.chunks[Symbol.asyncIterator]();
  let isDone = false;
  const end = () => {
    if (!isDone) done();
    isDone = true;
  };
  // By hand, because a generator cannot be ended while it waits for the next chunk.
  const chunks = {
    async next() {
      try {
        const next = await source.next();
        if (next.done === true) end();
        return next;
      } catch (error) {
        end();
        throw error;
      }
    },
    async return() {
      await source.return?.();
      end();
      return { done: true, value: undefined } as const;
    },
  };
  return { ...body, chunks: { [Symbol.asyncIterator]: () => chunks } };
}
