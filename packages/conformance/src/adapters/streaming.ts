import assert from 'node:assert/strict';
import type { GatewayHandler, ResponseBody } from '@model-gateway/core/http';
import { begin, headOf } from './client.ts';
import { echo } from './echo.ts';
import { signalled } from './within.ts';

/** Produces what a handler sends, piece by piece; `signal` is the request's. */
export type Source<Item> = (signal: AbortSignal) => AsyncIterable<Item>;

/** Serves a stream at `/stream` and echoes everywhere else; `closed` settles with the source. */
export function streamHandler<Item>(
  source: Source<Item>,
  toBody: (items: AsyncIterable<Item>) => ResponseBody,
) {
  const closed = signalled();
  const handler: GatewayHandler = async (request) => {
    const { path, signal } = request;
    if (path !== '/stream') return echo(request);
    assert.ok(signal);
    const items = async function* () {
      try {
        yield* source(signal);
      } finally {
        closed.resolve();
      }
    };
    return { status: 200, headers: {}, body: toBody(items()) };
  };
  return { handler, closed: closed.done };
}

/** Requests the stream and resolves to the head of the answer, with its body unread. */
export async function openStream(url: string) {
  const sent = begin(`${url}/v1/stream`, { headers: { 'accept-encoding': 'gzip' } });
  sent.end();
  const response = await headOf(sent);
  return { response, leave: () => sent.destroy() };
}

export function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}
