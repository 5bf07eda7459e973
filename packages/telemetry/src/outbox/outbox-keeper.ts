import type { Clock, OutboxEntry, TelemetryOutbox } from '@model-gateway/core';
import type { View } from '../view/view.ts';
import { OutboxChanges } from './outbox-changes.ts';
import { OutboxWriter } from './outbox-writer.ts';
import { fromPayload } from './payload.ts';

/** What an operator should know of the outbox. */
export type OutboxReport =
  /** It began to fail; records are forwarded from memory alone. Not repeated until it works again. */
  | { readonly type: 'outbox-failed'; readonly error: unknown }
  | { readonly type: 'outbox-recovered' }
  /** It has no room; records are forwarded from memory alone. Not repeated until there is room. */
  | { readonly type: 'outbox-full' }
  /** This many records were removed after 24 hours, undelivered. */
  | { readonly type: 'outbox-expired'; readonly count: number }
  /** A record is of another version of this package, or damaged, and was removed. */
  | { readonly type: 'outbox-unreadable'; readonly id: string };

/** What became of a record that was claimed. */
export type Adoption = 'taken' | 'gone' | 'later';

export interface OutboxOwner {
  /** Takes over a record that another process, or an earlier one, has stored. */
  adopt(entry: OutboxEntry, view: View): Promise<Adoption>;
  /** Destinations that should get no more records at the moment. */
  busyDestinations(): readonly string[];
}

export interface OutboxKeeperOptions {
  readonly outbox: TelemetryOutbox;
  readonly clock: Clock;
  readonly report: (report: OutboxReport) => void;
}

const LEASE_MS = 60_000;
/** Several times within a lease, so that one failure does not end it. */
const TEND_EVERY_MS = 15_000;
const KEPT_MS = 24 * 60 * 60 * 1000;
const CLAIMED_AT_ONCE = 200;

/**
 * A forwarder's part of an outbox: stores records before they are sent, removes those that ended,
 * and takes over what processes left that are gone.
 */
export class OutboxKeeper {
  readonly #options: OutboxKeeperOptions;
  readonly #holder = crypto.randomUUID();
  readonly #writer: OutboxWriter;
  readonly #changes: OutboxChanges;
  readonly #owner: OutboxOwner;
  #cancelTimer = () => {};
  #tending: Promise<void> | undefined;
  #isFailing = false;
  #isFull = false;
  #isClosed = false;

  constructor(owner: OutboxOwner, options: OutboxKeeperOptions) {
    const { outbox, clock } = options;
    this.#owner = owner;
    this.#options = options;
    this.#writer = new OutboxWriter((entries) => this.#append(entries));
    this.#changes = new OutboxChanges({
      outbox,
      clock,
      holder: this.#holder,
      run: (work) => this.#watch(work),
    });
    this.#tend();
  }

  /** Stores an entry; `done` is called once, with whether it outlives the process from now on. */
  store(entry: OutboxEntry, done: (isStored: boolean) => void): void {
    this.#writer.write(entry, done);
  }

  /** The entry ended: delivered, or refused for good. */
  remove(id: string): void {
    this.#changes.remove(id);
  }

  /** The entry is left to a later claim. */
  release(id: string): void {
    this.#changes.release(id);
  }

  /** Resolves when nothing that was given to `store` before is still being written. */
  written(): Promise<void> {
    return this.#writer.idle();
  }

  /** Lets go of everything that is held; takes `timeoutMs` milliseconds at most. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer();
    let cancel = () => {};
    const timeout = new Promise<void>((resolve) => {
      cancel = this.#options.clock.after(timeoutMs, resolve, 'limit');
    });
    await Promise.race([this.#leave(), timeout]);
    cancel();
    this.#writer.giveUp();
  }

  async #leave(): Promise<void> {
    await this.#tending;
    await this.#writer.idle();
    await this.#changes.flush();
    await this.#watch(() => this.#options.outbox.leave(this.#holder));
  }

  async #append(entries: readonly OutboxEntry[]): Promise<boolean> {
    const outcome = await this.#watch(() => this.#options.outbox.append(entries, this.#lease()));
    const isFull = outcome === 'full';
    if (isFull && !this.#isFull) this.#options.report({ type: 'outbox-full' });
    if (outcome !== undefined) this.#isFull = isFull;
    return outcome === 'stored';
  }

  /** Renews the lease, and takes over what is free; again and again. */
  #tend(): void {
    this.#tending = this.#tendOnce().finally(() => {
      this.#tending = undefined;
      if (this.#isClosed) return;
      // A clock that skips waiting would do nothing else.
      this.#cancelTimer = this.#options.clock.after(TEND_EVERY_MS, () => this.#tend(), 'limit');
    });
  }

  async #tendOnce(): Promise<void> {
    const { outbox, clock, report } = this.#options;
    await this.#watch(() => outbox.renew(this.#lease()));
    await this.#changes.flush();
    const expired = await this.#watch(() => outbox.expire(clock.now() - KEPT_MS));
    if (expired !== undefined && expired > 0) report({ type: 'outbox-expired', count: expired });
    while (!this.#isClosed) {
      const claimed = await this.#watch(() =>
        outbox.claim({
          lease: this.#lease(),
          now: clock.now(),
          limit: CLAIMED_AT_ONCE,
          exceptDestinations: this.#owner.busyDestinations(),
        }),
      );
      if (claimed === undefined || claimed.length === 0) return;
      for (const entry of claimed) await this.#adopt(entry);
      await this.#changes.flush();
    }
  }

  async #adopt(entry: OutboxEntry): Promise<void> {
    const adoption = await this.#adoption(entry);
    if (adoption === 'unreadable')
      this.#options.report({ type: 'outbox-unreadable', id: entry.id });
    if (adoption === 'gone' || adoption === 'unreadable') this.remove(entry.id);
    if (adoption === 'later') this.release(entry.id);
  }

  async #adoption(entry: OutboxEntry): Promise<Adoption | 'unreadable'> {
    const view = fromPayload(entry.payload);
    if (view === undefined) return 'unreadable';
    try {
      return await this.#owner.adopt(entry, view);
    } catch {
      // It lacks a member that every record has: kept, it would also stop the process that claims it next.
      return 'unreadable';
    }
  }

  #lease() {
    return { holder: this.#holder, until: this.#options.clock.now() + LEASE_MS };
  }

  /** Returns undefined where the outbox fails, and reports when that begins and ends. */
  async #watch<T>(work: () => Promise<T>): Promise<T | undefined> {
    const { report } = this.#options;
    try {
      const result = await work();
      if (this.#isFailing) report({ type: 'outbox-recovered' });
      this.#isFailing = false;
      return result;
    } catch (error) {
      if (!this.#isFailing) report({ type: 'outbox-failed', error });
      this.#isFailing = true;
      return undefined;
    }
  }
}
