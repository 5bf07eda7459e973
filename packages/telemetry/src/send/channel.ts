import type { Clock, HttpClient } from '@model-gateway/core';
import type { Caps, Exporter } from '../kinds/exporter-kind.ts';
import type { OutboxKeeper } from '../outbox/outbox-keeper.ts';
import { toPayload } from '../outbox/payload.ts';
import type { Queued } from '../queue/bounded-queue.ts';
import type { BudgetMember, SharedBudget } from '../queue/shared-budget.ts';
import type { CompiledDestination } from '../routing/compile-destination.ts';
import { decide } from '../routing/decide.ts';
import { Counters, type Dropped } from '../counters/counters.ts';
import type { Observation } from '../view/observation.ts';
import { sizeOfView } from '../view/size-of-view.ts';
import type { View } from '../view/view.ts';
import { Alarm } from './alarm.ts';
import { backOffOf } from './back-off.ts';
import { Backlog } from './backlog.ts';
import type { Batch } from './batch.ts';
import { Breaker } from './breaker.ts';
import { deliver, type Delivery } from './deliver.ts';
import { Endings } from './endings.ts';
import { LearnedCaps } from './learned-caps.ts';
import type { WorkspaceSlots } from './slots.ts';
import { withoutContent } from './without-content.ts';

/** What all destinations of a workspace share, most of it with those of all others. */
export interface ChannelContext {
  readonly http: HttpClient;
  readonly clock: Clock;
  /** For waits and ages: one that is not set back. */
  readonly steady: Clock;
  readonly random: () => number;
  readonly budget: SharedBudget;
  readonly slots: WorkspaceSlots;
  readonly compress: boolean;
  /** Stores records before they are sent; undefined to keep them in memory alone. */
  readonly outbox: OutboxKeeper | undefined;
}

/** A destination with this many records in memory takes no more from the outbox. */
const ENOUGH_FROM_OUTBOX = 1000;

/**
 * The way to one destination: a queue, batches, retries and a breaker of its own, so that a
 * destination that is slow or dead delays no other. Every record ends in exactly one counter.
 */
export class Channel implements BudgetMember {
  readonly counters = new Counters();
  readonly #context: ChannelContext;
  readonly #breaker = new Breaker();
  readonly #endings: Endings;
  readonly #learned = new LearnedCaps();
  readonly #backlog: Backlog;
  readonly #alarm: Alarm;
  readonly #wake = () => this.#pump();
  #destination: CompiledDestination;
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
    this.#backlog = new Backlog(this.#endings, (delta) => context.budget.changed(delta));
    this.#alarm = new Alarm(context.steady, this.#wake);
    context.budget.join(this);
  }

  get destination(): CompiledDestination {
    return this.#destination;
  }

  get queued(): number {
    return this.#backlog.queued + this.#storing;
  }

  get queuedBytes(): number {
    return this.#backlog.queuedBytes;
  }

  get waitingBytes(): number {
    return this.#backlog.waitingBytes;
  }

  /** Records in batches that are under way or wait for another try. */
  get inFlight(): number {
    return this.#backlog.inFlight;
  }

  get breaker(): ReturnType<Breaker['state']> {
    return this.#breaker.state(this.#context.steady.now());
  }

  /** Decides about a record and queues what the destination may see of it. */
  observe(observation: Observation): void {
    this.counters.observed++;
    const decision = decide(this.#destination, observation);
    if (decision !== 'take') return this.counters.count(`skipped_${decision}`);
    if (this.#destination.exporter === undefined) return this.counters.count('dropped_unsupported');
    if (this.#isClosed) return this.counters.count('dropped_shutdown');
    const { outbox, clock, steady } = this.#context;
    const entry = observation.entryFor(this.#destination, steady.now());
    if (outbox === undefined) return this.#enqueue(entry);
    const id = crypto.randomUUID();
    const { workspaceId } = observation;
    const stored = { id, workspaceId, destinationId: this.#destination.id, since: clock.now() };
    this.#storing++;
    outbox.store({ ...stored, payload: toPayload(entry.item) }, (isStored) => {
      this.#storing--;
      this.#enqueue({ ...entry, since: steady.now(), storedAs: isStored ? id : undefined });
    });
  }

  /** Takes over a record that the outbox has. */
  adopt(item: View, storedAs: string): void {
    // Throws for what is no view, before it counts.
    const bytes = sizeOfView(item);
    this.counters.observed++;
    this.#enqueue({ item, bytes, since: this.#context.steady.now(), storedAs });
  }

  /** Whether records of the outbox should be left to a later claim. */
  get isBusy(): boolean {
    const { breaker } = this;
    const isStopped = breaker === 'open' || breaker === 'suspended';
    return isStopped || this.queued + this.inFlight >= ENOUGH_FROM_OUTBOX;
  }

  makeRoom(): void {
    this.#backlog.makeRoom();
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
    if (destination.isPrivate && !before.isPrivate) this.#backlog.forgetContent(destination);
    if (!destination.isEnabled) this.discard('disabled');
    this.resume();
  }

  /** Drops everything that is not under way. */
  discard(why: Dropped): void {
    this.#backlog.discard(why);
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
      if (this.#backlog.isEmpty && this.#storing === 0) break;
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
    this.#alarm.set(undefined);
    this.discard(why);
    this.#backlog.callOff(why);
    this.#context.budget.leave(this);
  }

  /** Queues a record as the destination may see it now. */
  #enqueue(entry: Queued<View>): void {
    if (this.#isClosed) return this.#endings.lose([entry], 'shutdown');
    const { isEnabled, isPrivate, exporter } = this.#destination;
    if (!isEnabled) return this.#endings.lose([entry], 'disabled');
    if (exporter === undefined) return this.#endings.lose([entry], 'unsupported');
    this.#backlog.push(isPrivate ? withoutContent(entry) : entry);
    this.#pump();
  }

  #pump(): void {
    this.#waitsForSlot = false;
    const { steady } = this.#context;
    let wakeAt: number | undefined;
    while (!this.#isHeld) {
      const now = steady.now();
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
      const batch = this.#backlog.nextBatch(now, this.#caps(now));
      if (batch === undefined) {
        this.#context.slots.release();
        continue;
      }
      if (batch.retries > 0) this.counters.retries++;
      this.#breaker.begin();
      const controller = new AbortController();
      this.#backlog.begin(batch, controller);
      void this.#run(batch, controller, exporter);
    }
    this.#alarm.set(wakeAt);
    this.#settle();
  }

  /** Milliseconds until something may be sent; undefined when nothing is to be sent. */
  #waitMs(now: number): number | undefined {
    const isHurried = this.#isFlushing || this.#isClosed;
    const due = this.#backlog.dueAt(now, this.#caps(now), isHurried);
    if (due === Number.POSITIVE_INFINITY) return undefined;
    if (due <= now && this.#breaker.waitMs(now) === 0 && !this.#breaker.admits(now))
      return undefined;
    return Math.max(0, due - now, this.#breaker.waitMs(now));
  }

  #caps(now: number): Caps {
    return this.#learned.within(this.#destination.exporter?.caps ?? { records: 1, bytes: 1 }, now);
  }

  async #run(batch: Batch, controller: AbortController, exporter: Exporter): Promise<void> {
    const { http, clock, compress, slots } = this.#context;
    const { counters } = this;
    const { signal } = controller;
    // What was encoded before a change is queued again, for the destination as it is then.
    const beforeSending = () => {
      if (this.#isHeld) controller.abort();
    };
    const context = { http, clock, compress, counters, signal, beforeSending };
    const delivery = await deliver(batch, exporter, context);
    // Without the batch it was given up, and its records are counted.
    if (this.#backlog.take(batch)) this.#conclude(batch, delivery);
    slots.release();
    this.#pump();
  }

  #conclude(batch: Batch, delivery: Delivery): void {
    const { clock, steady, random } = this.#context;
    const now = steady.now();
    this.#endings.conclude(batch.entries, delivery);
    if (delivery.sent > 0) this.counters.lastSuccess = clock.now();
    this.#breaker.noted(delivery.standing, now);
    if (delivery.learnedRecords !== undefined) this.#learned.learn(delivery.learnedRecords, now);
    this.#backlog.requeue(delivery.again, this.#destination);
    const { retry } = delivery;
    if (retry === undefined) return;
    if (!this.#destination.isEnabled) {
      return this.#endings.lose(retry.entries, 'disabled');
    }
    const pauseMs = backOffOf(batch.retries + 1, random(), retry.atLeastMs);
    this.#backlog.retry(batch, retry.entries, now + pauseMs);
  }

  /** Lets those go on who wait until nothing can be sent at the moment. */
  #settle(): void {
    if (this.#backlog.isSending || this.#waitsForSlot) return;
    this.#isFlushing = false;
    if (this.#settled.length === 0) return;
    const settled = this.#settled;
    this.#settled = [];
    for (const resolve of settled) resolve();
  }
}
