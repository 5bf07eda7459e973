import type { Clock, HttpClient } from '@model-gateway/core';
import type { Caps, Exporter } from '../kinds/exporter-kind.ts';
import type { OutboxKeeper } from '../outbox/outbox-keeper.ts';
import { toPayload } from '../outbox/payload.ts';
import { BoundedQueue, type Queued } from '../queue/bounded-queue.ts';
import type { BudgetMember, SharedBudget } from '../queue/shared-budget.ts';
import type { CompiledDestination } from '../routing/compile-destination.ts';
import { decide } from '../routing/decide.ts';
import { Counters, type Dropped } from '../stats/counters.ts';
import type { Observation } from '../view/observation.ts';
import { sizeOfView } from '../view/size-of-view.ts';
import type { View } from '../view/view.ts';
import { backOffOf } from './back-off.ts';
import type { Batch } from './batch.ts';
import { Breaker } from './breaker.ts';
import { deliver, type Delivery } from './deliver.ts';
import { Endings } from './endings.ts';
import { LearnedCaps } from './learned-caps.ts';
import type { Slots } from './slots.ts';

/** What all destinations of a forwarder share. */
export interface ChannelContext {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly random: () => number;
  readonly budget: SharedBudget;
  readonly slots: Slots;
  readonly compress: boolean;
  /** Stores records before they are sent; undefined to keep them in memory alone. */
  readonly outbox: OutboxKeeper | undefined;
}

const QUEUE = { records: 5000, bytes: 8 * 1024 * 1024 };
const LINGER_MS = 1000;
const OLDEST_MS = 300_000;
const MOST_BATCHES = 2;
/** With so many records in memory a destination takes no more from the outbox. */
const ENOUGH_FROM_OUTBOX = 1000;

/**
 * The way to one destination: a queue, batches, retries and a breaker of its own, so that a
 * destination that is slow or dead delays no other. Every record ends in exactly one counter.
 */
export class Channel implements BudgetMember {
  readonly counters = new Counters();
  readonly #context: ChannelContext;
  readonly #queue = new BoundedQueue<View>(QUEUE);
  readonly #breaker = new Breaker();
  readonly #endings: Endings;
  readonly #learned = new LearnedCaps();
  readonly #batches = new Set<Batch>();
  readonly #wake = () => this.#pump();
  readonly #onTimer = () => {
    this.#timer = undefined;
    this.#pump();
  };
  #destination: CompiledDestination;
  #accounted = 0;
  #timer: { readonly at: number; readonly cancel: () => void } | undefined;
  /** Records that are being stored; they are queued after that. */
  #storing = 0;
  #isHeld = false;
  #isFlushing = false;
  #isClosed = false;
  #waitsForSlot = false;
  #settled: (() => void)[] = [];

  constructor(destination: CompiledDestination, context: ChannelContext) {
    this.#destination = destination;
    this.#context = context;
    this.#endings = new Endings(this.counters, context.outbox);
    context.budget.join(this);
  }

  get destination(): CompiledDestination {
    return this.#destination;
  }

  get queued(): number {
    return this.#queue.length + this.#storing;
  }

  get queuedBytes(): number {
    return this.#queue.bytes;
  }

  /** Records in batches that are under way or wait for another try. */
  get inFlight(): number {
    let count = 0;
    for (const { entries } of this.#batches) count += entries.length;
    return count;
  }

  get breaker(): ReturnType<Breaker['state']> {
    return this.#breaker.state(this.#context.clock.now());
  }

  /** Decides about a record and queues what the destination may see of it. */
  observe(observation: Observation): void {
    this.counters.observed++;
    const decision = decide(this.#destination, observation);
    if (decision !== 'take') return this.counters.count(`skipped_${decision}`);
    if (this.#destination.exporter === undefined) return this.counters.count('dropped_unsupported');
    if (this.#isClosed) return this.counters.count('dropped_shutdown');
    const item = this.#destination.isPrivate ? observation.withoutContent : observation.full;
    const { outbox, clock } = this.#context;
    if (outbox === undefined) return this.#enqueue(item);
    const id = crypto.randomUUID();
    const { workspaceId } = observation;
    const entry = { id, workspaceId, destinationId: this.#destination.id, since: clock.now() };
    this.#storing++;
    outbox.store({ ...entry, payload: toPayload(item) }, (isStored) => {
      this.#storing--;
      this.#enqueue(item, isStored ? id : undefined);
    });
  }

  /** Takes over a record that the outbox has. */
  adopt(item: View, storedAs: string): void {
    this.counters.observed++;
    this.#enqueue(item, storedAs);
  }

  /** Whether records of the outbox should be left to a later claim. */
  get isBusy(): boolean {
    const { breaker } = this;
    const isStopped = breaker === 'open' || breaker === 'suspended';
    return isStopped || this.queued + this.inFlight >= ENOUGH_FROM_OUTBOX;
  }

  makeRoom(): void {
    this.#shed('bytes');
    this.#account();
  }

  /** Sends nothing until `update` or `resume`, because the destination may have changed. */
  hold(): void {
    this.#isHeld = true;
  }

  resume(): void {
    this.#isHeld = false;
    this.#pump();
  }

  /** Continues with another state of the destination, also for what is queued. */
  update(destination: CompiledDestination): void {
    const before = this.#destination;
    this.#destination = destination;
    if (before.configDigest !== destination.configDigest) this.#breaker.reset();
    if (destination.isPrivate && !before.isPrivate) this.#forgetContent();
    if (!destination.isEnabled) this.discard('disabled');
    this.resume();
  }

  /** Drops everything that is not under way. */
  discard(why: Dropped): void {
    this.#endings.lose(this.#queue.drain(), why);
    for (const batch of this.#batches) {
      if (batch.controller === undefined) this.#drop(batch, why);
    }
    this.#account();
    this.#settle();
  }

  /**
   * Sends what is queued without waiting for more; resolves when nothing is left, or when what is
   * left has to wait for another try.
   */
  flush(): Promise<void> {
    this.#isFlushing = true;
    const settled = new Promise<void>((resolve) => this.#settled.push(resolve));
    this.#pump();
    return settled;
  }

  /** Takes nothing more, and resolves when nothing is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.queued + this.inFlight > 0) {
      await this.flush();
      if (this.#batches.size === 0 && this.queued === 0) break;
      await new Promise<void>((resolve) => this.#settled.push(resolve));
    }
  }

  /** The destination is gone: nothing more is sent to it. */
  remove(): void {
    this.giveUp('disabled');
  }

  /** Calls off what is under way and counts all that is left as lost. */
  giveUp(why: Dropped = 'shutdown'): void {
    this.#isClosed = true;
    this.#wakeAt(undefined);
    this.discard(why);
    for (const batch of this.#batches) {
      batch.controller?.abort();
      this.#drop(batch, why);
    }
    this.#context.budget.leave(this);
  }

  /** Queues a record as the destination may see it now. */
  #enqueue(item: View, storedAs?: string): void {
    const entry = { item, bytes: sizeOfView(item), since: this.#context.clock.now(), storedAs };
    if (this.#isClosed) return this.#endings.lose([entry], 'shutdown');
    const { isEnabled, isPrivate, exporter } = this.#destination;
    if (!isEnabled) return this.#endings.lose([entry], 'disabled');
    if (exporter === undefined) return this.#endings.lose([entry], 'unsupported');
    this.#queue.push(isPrivate ? withoutContent(entry) : entry);
    for (let limit = this.#queue.exceeds(); limit !== undefined; limit = this.#queue.exceeds()) {
      this.#shed(limit === 'records' ? 'overflow' : 'bytes');
    }
    this.#account();
    this.#pump();
  }

  /** Gives the oldest record up. */
  #shed(why: Dropped): void {
    const oldest = this.#queue.shift();
    if (oldest !== undefined) this.#endings.lose([oldest], why);
  }

  #pump(): void {
    this.#waitsForSlot = false;
    const { clock } = this.#context;
    let wakeAt: number | undefined;
    while (!this.#isHeld) {
      const now = clock.now();
      const waitMs = this.#waitMs(now);
      if (waitMs === undefined) break;
      if (waitMs > 0) {
        wakeAt = now + waitMs;
        break;
      }
      const { exporter } = this.#destination;
      if (exporter === undefined) {
        this.discard('unsupported');
        break;
      }
      if (!this.#context.slots.take(this.#wake)) {
        this.#waitsForSlot = true;
        break;
      }
      const batch = this.#nextBatch(now);
      if (batch === undefined) {
        this.#context.slots.release();
        continue;
      }
      const controller = new AbortController();
      batch.controller = controller;
      void this.#run(batch, controller, exporter);
    }
    this.#wakeAt(wakeAt);
    this.#settle();
  }

  /** Keeps a timer that is right already, because most records change nothing about it. */
  #wakeAt(at: number | undefined): void {
    if (this.#timer?.at === at) return;
    this.#timer?.cancel();
    const { clock } = this.#context;
    this.#timer =
      at === undefined ? at : { at, cancel: clock.after(at - clock.now(), this.#onTimer) };
  }

  /** Milliseconds until something may be sent; undefined when nothing is to be sent. */
  #waitMs(now: number): number | undefined {
    let due = Number.POSITIVE_INFINITY;
    for (const { controller, notBefore } of this.#batches) {
      if (controller === undefined) due = Math.min(due, notBefore);
    }
    const { first } = this.#queue;
    if (first !== undefined && this.#batches.size < MOST_BATCHES) {
      const caps = this.#caps(now);
      const isFull = this.#queue.length >= caps.records || this.#queue.bytes >= caps.bytes;
      const isUrgent = isFull || this.#isFlushing || this.#isClosed;
      due = Math.min(due, isUrgent ? now : first.since + LINGER_MS);
    }
    if (due === Number.POSITIVE_INFINITY) return undefined;
    if (due <= now && this.#breaker.waitMs(now) === 0 && !this.#breaker.admits(now))
      return undefined;
    return Math.max(0, due - now, this.#breaker.waitMs(now));
  }

  #caps(now: number): Caps {
    return this.#learned.within(this.#destination.exporter?.caps ?? { records: 1, bytes: 1 }, now);
  }

  /** Returns a batch whose wait is over, else a new one, without records that are too old. */
  #nextBatch(now: number): Batch | undefined {
    const waiting = [...this.#batches].find(
      ({ controller, notBefore }) => controller === undefined && notBefore <= now,
    );
    const batch = waiting ?? {
      id: crypto.randomUUID(),
      entries: this.#queue.take(this.#caps(now)),
      retries: 0,
      notBefore: 0,
      controller: undefined,
    };
    this.#account();
    const isOld = ({ since }: Queued<View>) => now - since > OLDEST_MS;
    this.#endings.lose(batch.entries.filter(isOld), 'expired');
    batch.entries = batch.entries.filter((entry) => !isOld(entry));
    if (batch.entries.length === 0) {
      this.#batches.delete(batch);
      return undefined;
    }
    if (waiting !== undefined) this.counters.retries++;
    this.#batches.add(batch);
    this.#breaker.begin();
    return batch;
  }

  async #run(batch: Batch, controller: AbortController, exporter: Exporter): Promise<void> {
    const { http, clock, compress, slots } = this.#context;
    const { counters } = this;
    const context = { http, clock, compress, counters, signal: controller.signal };
    const delivery = await deliver(batch, exporter, context);
    // Without the batch it was given up, and its records are counted.
    if (this.#batches.has(batch)) this.#conclude(batch, delivery);
    slots.release();
    this.#pump();
  }

  #conclude(batch: Batch, delivery: Delivery): void {
    const { clock, random } = this.#context;
    const now = clock.now();
    this.#endings.conclude(batch.entries, delivery);
    if (delivery.sent > 0) this.counters.lastSuccess = now;
    this.#breaker.noted(delivery.standing, now);
    if (delivery.learnedRecords !== undefined) this.#learned.learn(delivery.learnedRecords, now);
    this.#batches.delete(batch);
    this.#requeue(delivery.again);
    const { retry } = delivery;
    if (retry === undefined) return;
    if (!this.#destination.isEnabled) {
      return this.#endings.lose(retry.entries, 'disabled');
    }
    batch.entries = retry.entries;
    batch.controller = undefined;
    batch.retries++;
    batch.notBefore = now + backOffOf(batch.retries, random(), retry.atLeastMs);
    this.#batches.add(batch);
  }

  /** Puts records to the front of the queue, as the destination may see them now. */
  #requeue(entries: readonly Queued<View>[]): void {
    if (!this.#destination.isEnabled) {
      return this.#endings.lose(entries, 'disabled');
    }
    this.#queue.unshift(this.#destination.isPrivate ? entries.map(withoutContent) : entries);
    this.#account();
  }

  #drop(batch: Batch, why: Dropped): void {
    if (this.#batches.delete(batch)) this.#endings.lose(batch.entries, why);
  }

  #forgetContent(): void {
    this.#queue.replaceEach(withoutContent);
    for (const batch of this.#batches) {
      if (batch.controller !== undefined) {
        // It is queued again, without content, once the request has ended.
        batch.controller.abort();
        continue;
      }
      this.#batches.delete(batch);
      this.#requeue(batch.entries);
    }
    this.#account();
  }

  #account(): void {
    const delta = this.#queue.bytes - this.#accounted;
    this.#accounted = this.#queue.bytes;
    if (delta !== 0) this.#context.budget.changed(delta);
  }

  /** Lets those go on who wait until nothing can be sent at the moment. */
  #settle(): void {
    const isBusy = [...this.#batches].some(({ controller }) => controller !== undefined);
    if (isBusy || this.#waitsForSlot) return;
    this.#isFlushing = false;
    const settled = this.#settled;
    this.#settled = [];
    for (const resolve of settled) resolve();
  }
}

function withoutContent(entry: Queued<View>): Queued<View> {
  if (entry.item.content === undefined) return entry;
  const item: View = { metadata: entry.item.metadata, content: undefined };
  return { ...entry, item, bytes: sizeOfView(item) };
}
