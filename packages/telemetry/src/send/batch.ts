import type { Queued } from '../queue/bounded-queue.ts';
import type { View } from '../view/view.ts';

/** Records that are sent together, from their first try until their end is known. */
export interface Batch {
  /** The same at every retry, so that a receiver can recognize it. */
  readonly id: string;
  entries: readonly Queued<View>[];
  /** Of the entries together. */
  bytes: number;
  retries: number;
  /** Not to be sent before, milliseconds of the steady clock. */
  notBefore: number;
  /** Calls off the request that is under way; undefined while the batch waits. */
  controller: AbortController | undefined;
}
