import type { FeedEventJson } from '../wire/feed.ts';
import type { ControlClient } from './control-client.ts';

/** One event of a watched mock. */
export type FeedEvent = FeedEventJson;

/** Options of watching a tenant. */
export interface WatchOptions {
  /** Ends the watching. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Yields the requests in the journals and then every change, until the mock closes or `signal`
 * aborts. `path` is below the control interface.
 */
export async function* watch(
  client: ControlClient,
  path: string,
  { signal }: WatchOptions = {},
): AsyncGenerator<FeedEvent, void> {
  const body = await client.stream(path, signal);
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of body) {
      const events = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        // The type is that of the interface's description.
        if (data !== undefined) yield JSON.parse(data) as FeedEvent;
      }
    }
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}
