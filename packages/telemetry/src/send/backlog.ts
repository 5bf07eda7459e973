import type { Caps } from '../kinds/exporter-kind.ts';
import { BoundedQueue, type Queued } from '../queue/bounded-queue.ts';
import type { CompiledDestination } from '../routing/compile-destination.ts';
import type { Dropped } from '../counters/counters.ts';
import type { View } from '../view/view.ts';
import type { Batch } from './batch.ts';
import type { Endings } from './endings.ts';
import { withoutContent } from './without-content.ts';

const QUEUE = { records: 5000, bytes: 8 * 1024 * 1024 };
const LINGER_MS = 1000;
const OLDEST_MS = 300_000;
const MOST_BATCHES = 2;

/** The records that one destination has yet to receive: a queue, and the batches taken from it. */
export class Backlog {
  readonly #queue = new BoundedQueue<View>(QUEUE);
  readonly #batches = new Set<Batch>();
  readonly #endings: Endings;
  readonly #onBytes: (delta: number) => void;
  #accounted = 0;

  /** `onBytes` gets each change of `waitingBytes`. */
  constructor(endings: Endings, onBytes: (delta: number) => void) {
    this.#endings = endings;
    this.#onBytes = onBytes;
  }

  get queued(): number {
    return this.#queue.length;
  }

  get queuedBytes(): number {
    return this.#queue.bytes;
  }

  /** The size of what is queued or waits for another try; few requests are under way at a time. */
  get waitingBytes(): number {
    let bytes = this.#queue.bytes;
    for (const batch of this.#batches) if (batch.controller === undefined) bytes += batch.bytes;
    return bytes;
  }

  /** Records in batches that are under way or wait for another try. */
  get inFlight(): number {
    let count = 0;
    for (const { entries } of this.#batches) count += entries.length;
    return count;
  }

  get isEmpty(): boolean {
    return this.#batches.size === 0 && this.#queue.length === 0;
  }

  /** Whether a request is under way. */
  get isSending(): boolean {
    for (const { controller } of this.#batches) if (controller !== undefined) return true;
    return false;
  }

  /** Queues a record, and gives up the oldest ones where that exceeds a limit. */
  push(entry: Queued<View>): void {
    this.#queue.push(entry);
    for (let limit = this.#queue.exceeds(); limit !== undefined; limit = this.#queue.exceeds()) {
      this.#shed(limit === 'records' ? 'overflow' : 'bytes');
    }
    this.#account();
  }

  /**
   * Gives up the oldest record that is queued, or else a batch that waits for another try, because all
   * destinations together take too many bytes.
   */
  makeRoom(): void {
    if (this.#queue.length > 0) this.#shed('bytes');
    else {
      const waiting = [...this.#batches].find(({ controller }) => controller === undefined);
      if (waiting !== undefined) this.#drop(waiting, 'bytes');
    }
    this.#account();
  }

  /** When something is due, milliseconds of the steady clock; infinity with nothing to send. */
  dueAt(now: number, caps: Caps, isHurried: boolean): number {
    let due = Number.POSITIVE_INFINITY;
    for (const { controller, notBefore } of this.#batches) {
      if (controller === undefined) due = Math.min(due, notBefore);
    }
    const { first } = this.#queue;
    if (first === undefined || this.#batches.size >= MOST_BATCHES) return due;
    const isFull = this.#queue.length >= caps.records || this.#queue.bytes >= caps.bytes;
    return Math.min(due, isFull || isHurried ? now : first.since + LINGER_MS);
  }

  /** Returns a batch whose wait is over, else a new one, without records that are too old. */
  nextBatch(now: number, caps: Caps): Batch | undefined {
    const waiting = [...this.#batches].find(
      ({ controller, notBefore }) => controller === undefined && notBefore <= now,
    );
    const batch = waiting ?? {
      id: crypto.randomUUID(),
      entries: this.#queue.take(caps),
      bytes: 0,
      retries: 0,
      notBefore: 0,
      controller: undefined,
    };
    const isOld = ({ since }: Queued<View>) => now - since > OLDEST_MS;
    this.#endings.lose(batch.entries.filter(isOld), 'expired');
    this.#keep(
      batch,
      batch.entries.filter((entry) => !isOld(entry)),
    );
    return batch.entries.length === 0 ? undefined : batch;
  }

  /** Notes that a batch is being sent, until `controller` calls it off. */
  begin(batch: Batch, controller: AbortController): void {
    batch.controller = controller;
    this.#account();
  }

  /** Takes a batch that was sent out; returns false when it was given up before. */
  take(batch: Batch): boolean {
    return this.#batches.delete(batch);
  }

  /** Keeps what is left of a batch for another try. */
  retry(batch: Batch, entries: Batch['entries'], notBefore: number): void {
    batch.controller = undefined;
    batch.retries++;
    batch.notBefore = notBefore;
    this.#keep(batch, entries);
  }

  /** Puts records to the front of the queue, as the destination may see them now. */
  requeue(entries: Batch['entries'], { isEnabled, isPrivate }: CompiledDestination): void {
    if (!isEnabled) return this.#endings.lose(entries, 'disabled');
    this.#queue.unshift(isPrivate ? entries.map(withoutContent) : entries);
    this.#account();
  }

  /** Removes prompts and answers from all records, for a destination that became private. */
  forgetContent(destination: CompiledDestination): void {
    this.#queue.replaceEach(withoutContent);
    for (const batch of this.#batches) {
      if (batch.controller !== undefined) {
        // It is queued again, without content, once the request has ended.
        batch.controller.abort();
        continue;
      }
      this.#batches.delete(batch);
      this.requeue(batch.entries, destination);
    }
    this.#account();
  }

  /** Drops everything that is not under way. */
  discard(why: Dropped): void {
    this.#endings.lose(this.#queue.drain(), why);
    for (const batch of this.#batches) {
      if (batch.controller === undefined) this.#drop(batch, why);
    }
    this.#account();
  }

  /** Calls off the requests that are under way, and drops their records. */
  callOff(why: Dropped): void {
    for (const batch of this.#batches) {
      batch.controller?.abort();
      this.#drop(batch, why);
    }
    this.#account();
  }

  /** Keeps a batch with these entries, and forgets one that has none left. */
  #keep(batch: Batch, entries: Batch['entries']): void {
    batch.entries = entries;
    batch.bytes = entries.reduce((sum, { bytes }) => sum + bytes, 0);
    if (entries.length > 0) this.#batches.add(batch);
    else this.#batches.delete(batch);
    this.#account();
  }

  #shed(why: Dropped): void {
    const oldest = this.#queue.shift();
    if (oldest !== undefined) this.#endings.lose([oldest], why);
  }

  #drop(batch: Batch, why: Dropped): void {
    if (this.#batches.delete(batch)) this.#endings.lose(batch.entries, why);
  }

  #account(): void {
    const bytes = this.waitingBytes;
    const delta = bytes - this.#accounted;
    this.#accounted = bytes;
    if (delta !== 0) this.#onBytes(delta);
  }
}
