import type { ImageEvent } from '@model-gateway/core';
import type { GatewayResponse, ServerSentEvent } from '@model-gateway/core/http';

/**
 * The first event of a scripted stream. The gateway answers when a provider has sent something;
 * with this it answers at once, so that a test can await the answer before it sends anything.
 */
export const OPENING: ImageEvent = { type: 'text', phase: 'draft', text: '' };

/** The streamed response without its opening, which is not for the client. */
export function withoutOpening(response: GatewayResponse): GatewayResponse {
  const { body } = response;
  if (body.kind !== 'events') return response;
  return { ...response, body: { ...body, events: withoutFirst(body.events) } };
}

/** By hand, because a generator cannot be ended while it waits for the next event. */
function withoutFirst(events: AsyncIterable<ServerSentEvent>): AsyncIterable<ServerSentEvent> {
  const source = events[Symbol.asyncIterator]();
  let isBegun = false;
  const rest = {
    async next() {
      if (!isBegun) await source.next();
      isBegun = true;
      return source.next();
    },
    async return() {
      await source.return?.();
      return { done: true, value: undefined } as const;
    },
  };
  return { [Symbol.asyncIterator]: () => rest };
}
