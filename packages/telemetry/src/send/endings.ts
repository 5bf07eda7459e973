import type { OutboxKeeper } from '../outbox/outbox-keeper.ts';
import type { Queued } from '../queue/bounded-queue.ts';
import { DROPPED, type Counters, type Dropped } from '../counters/counters.ts';
import type { View } from '../view/view.ts';
import type { Delivery } from './deliver.ts';

type Entries = readonly Queued<View>[];

/** Losses that concern this process only: what the outbox has may be sent by a later claim. */
const LEFT_TO_OUTBOX: readonly Dropped[] = ['overflow', 'bytes', 'expired', 'shutdown'];

/** Counts how records end at one destination, and lets the outbox know. */
export class Endings {
  readonly #counters: Counters;
  readonly #outbox: OutboxKeeper | undefined;

  constructor(counters: Counters, outbox: OutboxKeeper | undefined) {
    this.#counters = counters;
    this.#outbox = outbox;
  }

  /** Ends records that were not sent. */
  lose(entries: Entries, why: Dropped): void {
    for (const { storedAs } of entries) {
      if (storedAs === undefined || !LEFT_TO_OUTBOX.includes(why)) {
        this.#counters.count(`dropped_${why}`);
        if (storedAs !== undefined) this.#outbox?.remove(storedAs);
        continue;
      }
      this.#counters.count('stored');
      // At the end of the process the outbox lets go of everything at once.
      if (why !== 'shutdown') this.#outbox?.release(storedAs);
    }
  }

  /** Ends the records of a batch, except for those that are to be sent another time. */
  conclude(entries: Entries, { sent, rejected, lost, again, retry }: Delivery): void {
    this.#counters.count('sent', sent);
    this.#counters.count('rejected', rejected);
    for (const why of DROPPED) this.#counters.count(`dropped_${why}`, lost[why] ?? 0);
    const outbox = this.#outbox;
    if (outbox === undefined) return;
    const kept = new Set([...again, ...(retry?.entries ?? [])].map(({ storedAs }) => storedAs));
    for (const { storedAs } of entries) {
      if (storedAs !== undefined && !kept.has(storedAs)) outbox.remove(storedAs);
    }
  }
}
