import type { GatewayResponse, ServerSentEvent } from '@model-gateway/core/http';

/** Whether the chunks of a body are frames of events. */
export function isEventStream({ contentType }: { readonly contentType: string }): boolean {
  return contentType.startsWith('text/event-stream');
}

const decoder = new TextDecoder();

/** Returns the frames of events in a chunk. */
export function framesIn(chunk: Uint8Array): readonly string[] {
  return decoder
    .decode(chunk)
    .split('\n\n')
    .filter((frame) => frame !== '');
}

/** Returns how many there are; an answer that was ready has hundreds in one chunk. */
export function countFrames(chunk: Uint8Array): number {
  const text = decoder.decode(chunk);
  let count = 0;
  for (let at = 0; at < text.length;) {
    const found = text.indexOf('\n\n', at);
    const end = found === -1 ? text.length : found;
    if (end > at) count++;
    at = end + 2;
  }
  return count;
}

/** Returns the last frame of a chunk, or undefined if the chunk has no frame. */
export function lastFrame(chunk: Uint8Array): string | undefined {
  const isEnd = (at: number) => chunk[at] === LF && chunk[at + 1] === LF;
  let end = chunk.byteLength;
  while (end >= 2 && isEnd(end - 2)) end -= 2;
  let start = end - 1;
  while (start > 0 && !isEnd(start - 2)) start--;
  return framesIn(chunk.subarray(Math.max(0, start))).at(-1);
}

const LF = 0x0a;

/** Changes the JSON of an event, or of a whole answer. */
export type Edit = (value: unknown) => unknown;

/**
 * Returns the response with the frames of its stream as events, so that rules can cut it between two
 * of them. The gateway sends whole frames in each chunk; what is sent to the client stays the same.
 */
export function withEvents(response: GatewayResponse, edit?: Edit): GatewayResponse {
  const { body } = response;
  if (body.kind !== 'stream' || !isEventStream(body)) return response;
  const { chunks, signal } = body;
  return { ...response, body: { kind: 'events', events: eventsIn(chunks, edit), signal } };
}

/** By hand, because a generator cannot be ended while it waits for the next chunk. */
function eventsIn(
  chunks: AsyncIterable<Uint8Array>,
  edit: Edit | undefined,
): AsyncIterable<ServerSentEvent> {
  const source = chunks[Symbol.asyncIterator]();
  const ready: ServerSentEvent[] = [];
  const events = {
    async next(): Promise<IteratorResult<ServerSentEvent, undefined>> {
      for (;;) {
        const value = ready.shift();
        if (value !== undefined) return { done: false, value };
        const next = await source.next();
        if (next.done === true) return { done: true, value: undefined };
        for (const frame of framesIn(next.value)) ready.push(edited(eventOf(frame), edit));
      }
    },
    async return(): Promise<IteratorResult<ServerSentEvent, undefined>> {
      await source.return?.();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => events };
}

/** Reads a frame of lines. */
export function eventOf(frame: string): ServerSentEvent {
  const event: Record<string, string> = {};
  for (const line of frame.split('\n')) {
    const colon = line.indexOf(':');
    const name = colon === 0 ? 'comment' : line.slice(0, colon);
    const value = line.slice(colon + 1).replace(/^ /, '');
    event[name] = name in event ? `${event[name]}\n${value}` : value;
  }
  return event;
}

/** The event with its JSON changed; comments and the mark at the end have none. */
function edited(event: ServerSentEvent, edit: Edit | undefined): ServerSentEvent {
  const { data } = event;
  if (edit === undefined || data === undefined || !data.startsWith('{')) return event;
  return { ...event, data: JSON.stringify(edit(JSON.parse(data))) };
}
