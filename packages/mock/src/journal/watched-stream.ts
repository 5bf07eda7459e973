import type { StreamEnd } from '../journal-entry.ts';
import type { ResponseBody } from '@model-gateway/core/http';

/** The receiver of a stream's progress. */
export interface StreamWatcher {
  sent(): void;
  ended(end: StreamEnd): void;
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
    const isDone = ({ data }: { readonly data?: string }) => data === '[DONE]';
    return { ...body, events: counted(body.events, isDone, watcher, signal) };
  }
  if (body.kind === 'stream') {
    return { ...body, chunks: counted(body.chunks, endsInDone, watcher, signal) };
  }
  return body;
}

const DONE_FRAME = 'data: [DONE]\n\n';

function endsInDone(chunk: Uint8Array): boolean {
  return new TextDecoder().decode(chunk.subarray(-DONE_FRAME.length)) === DONE_FRAME;
}

/** By hand, because a generator cannot be ended while it waits for the next item. */
function counted<Item>(
  items: AsyncIterable<Item>,
  isDone: (last: Item) => boolean,
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
            watcher.sent();
            return next;
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
