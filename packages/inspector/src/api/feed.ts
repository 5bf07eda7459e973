import { controlResponse } from './control.ts';
import { eventsOf } from './events.ts';
import type { FeedEvent } from './types.ts';

export interface FeedListener {
  event(event: FeedEvent): void;
  /** Whether the page is connected. */
  connected(is: boolean): void;
}

/** Follows the feed, and connects again where it ended, until `signal` aborts. */
export async function followFeed(listener: FeedListener, signal: AbortSignal): Promise<void> {
  let lastId: string | undefined;
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      const headers = lastId === undefined ? {} : { 'last-event-id': lastId };
      const response = await controlResponse('GET', '/events', undefined, { signal, headers });
      listener.connected(true);
      for await (const { id, data } of eventsOf(response)) {
        failures = 0;
        if (id !== undefined) lastId = id;
        // The type is that of the interface's description.
        listener.event(JSON.parse(data) as FeedEvent);
      }
    } catch {
      // The mock has stopped, or wants a token: the page says so, and tries again.
    }
    listener.connected(false);
    await pause(Math.min(250 * 2 ** failures, 5000), signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
