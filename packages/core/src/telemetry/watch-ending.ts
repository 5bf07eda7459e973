import { Passed, type Arrivals } from '../http/arrivals.ts';
import type { GatewayRequest, GatewayResponse } from '../http/message.ts';
import { TextChunks } from '../http/text-chunks.ts';
import type { RequestEnding } from '../ports/request-record.ts';
import type { RequestTrace } from './request-trace.ts';

/**
 * Returns the response, and ends the trace when it is over: at once for one that is ready, for a
 * stream when its last item is taken, when it fails, and when its reader or the client leaves,
 * whether it was read or not. Asks for the signal of the request for a stream only: adapters make it
 * when it is asked for, which takes as long as a fifth of a short answer.
 */
export function watchEnding(
  response: GatewayResponse,
  trace: RequestTrace,
  request: Pick<GatewayRequest, 'signal'>,
): GatewayResponse {
  const { status, body } = response;
  // Most are ready, and what streams need would be made for each of them.
  if (body.kind !== 'events' && body.kind !== 'stream') {
    trace.end(status, status === CLIENT_LEFT ? 'abandoned' : 'complete');
    return response;
  }
  const end = (ending: RequestEnding) => trace.end(status, ending);
  const watch = <Item>(items: AsyncIterable<Item>, cutOff: AbortSignal | undefined) => {
    const client = request.signal;
    const taken = watched(items, client, end);
    const cut = () => end(client?.aborted ? 'abandoned' : 'broken');
    cutOff?.addEventListener('abort', cut, { once: true });
    if (cutOff?.aborted) cut();
    return taken;
  };
  if (body.kind === 'events')
    return { ...response, body: { ...body, events: watch(body.events, body.signal) } };
  const chunks =
    body.chunks instanceof TextChunks
      ? new TextChunks(watch(body.chunks.texts, body.signal))
      : watch(body.chunks, body.signal);
  return { ...response, body: { ...body, chunks } };
}

/** The status for journals. */
const CLIENT_LEFT = 499;

function watched<Item>(
  items: AsyncIterable<Item>,
  client: AbortSignal | undefined,
  onEnd: (ending: RequestEnding) => void,
): Arrivals<Item> {
  const end = (ending: RequestEnding) => {
    client?.removeEventListener('abort', leave);
    onEnd(ending);
  };
  const leave = () => end('abandoned');
  // Later than the listeners of what it watches, so that those have noted what is charged.
  client?.addEventListener('abort', leave, { once: true });
  if (client?.aborted) leave();

  return new Passed(items, {
    pass: (item) => item,
    onEnd: () => end('complete'),
    onError: () => end(client?.aborted ? 'abandoned' : 'broken'),
    onLeft: () => end('abandoned'),
  });
}
