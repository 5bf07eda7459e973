import {
  concatenate,
  encodeEvent,
  type ResponseBody,
  type ServerSentEvent,
} from '@model-gateway/core/http';
import { countFrames, eventOf, isEventStream, lastFrame } from '../http/with-events.ts';
import type { StreamEnd } from '../journal-entry.ts';
import { isLastEvent } from '../streams/stream-form.ts';

/** The receiver of a stream's progress. */
export interface StreamWatcher {
  /** Whether it takes the bytes of what is sent. */
  wantsBytes(): boolean;
  /**
   * Events or a chunk were handed to the host, of which `data` is that of an event in one piece;
   * `count` is how many.
   */
  sent(sent: Sent): void;
  ended(end: StreamEnd): void;
}

/** What was handed to the host. */
export interface Sent {
  readonly bytes: Uint8Array | undefined;
  readonly data?: string | undefined;
  readonly count: number;
}

/**
 * Returns the body, watched while it is sent. `signal` is the client's; it is read at the end only,
 * because some hosts make it on first use.
 */
export function watched(
  body: ResponseBody,
  watcher: StreamWatcher,
  signal: () => AbortSignal | undefined,
): ResponseBody {
  if (body.kind === 'events') {
    return { ...body, events: counted(body.events, eventsFor(watcher), watcher, signal) };
  }
  if (body.kind === 'stream') {
    const passage = chunksFor(watcher, isEventStream(body));
    return { ...body, chunks: counted(body.chunks, passage, watcher, signal) };
  }
  return body;
}

/** What happens to each item on its way. */
interface Passage<Item> {
  /** Whether a stream that ends with this item has said that all of it came. */
  isDone(last: Item): boolean;
  /** Reports the item, and returns it as it goes on. */
  pass(item: Item): Item;
}

function eventsFor(watcher: StreamWatcher): Passage<ServerSentEvent> {
  return {
    isDone: isLastEvent,
    pass(event) {
      const isWanted = watcher.wantsBytes();
      const passed = isWanted ? rereadable(event) : event;
      const bytes = isWanted ? concatenate([...encodeEvent(passed)]) : undefined;
      watcher.sent({ bytes, data: event.data, count: 1 });
      return passed;
    },
  };
}

/** Chunks of bytes; of an event stream each has as many events as were there at a time. */
function chunksFor(watcher: StreamWatcher, isOfEvents: boolean): Passage<Uint8Array> {
  return {
    isDone(chunk) {
      const last = isOfEvents ? lastFrame(chunk) : undefined;
      return last !== undefined && isLastEvent(eventOf(last));
    },
    pass(chunk) {
      const bytes = watcher.wantsBytes() ? chunk.slice() : undefined;
      watcher.sent({ bytes, count: isOfEvents ? Math.max(1, countFrames(chunk)) : 1 });
      return chunk;
    },
  };
}

/** The parts of an event can be read once, and their buffers may be used again. */
function rereadable(event: ServerSentEvent): ServerSentEvent {
  const { dataParts } = event;
  if (dataParts === undefined) return event;
  const parts: Uint8Array[] = [];
  for (const part of dataParts) parts.push(part.slice());
  return { ...event, dataParts: parts };
}

/** By hand, because a generator cannot be ended while it waits for the next item. */
function counted<Item>(
  items: AsyncIterable<Item>,
  { isDone, pass }: Passage<Item>,
  watcher: StreamWatcher,
  signal: () => AbortSignal | undefined,
): AsyncIterable<Item> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = items[Symbol.asyncIterator]();
      let last: Item | undefined;
      let hasEnded = false;
      const end = (how: StreamEnd) => {
        if (!hasEnded) watcher.ended(signal()?.aborted === true ? 'client-left' : how);
        hasEnded = true;
      };
      return {
        async next() {
          try {
            const next = await iterator.next();
            if (next.done === true) {
              end(last !== undefined && isDone(last) ? 'done' : 'clean-eof');
              return { done: true, value: undefined };
            }
            last = next.value;
            return { done: false, value: pass(next.value) };
          } catch (error) {
            end('abort');
            throw error;
          }
        },
        async return() {
          end('client-left');
          await iterator.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
