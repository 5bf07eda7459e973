import type { Clock, Destination, DestinationFeed } from '@model-gateway/core';
import { Channel, type ChannelContext } from './send/channel.ts';
import type { Slots } from './send/slots.ts';
import { sizeOfView } from './view/size-of-view.ts';
import type { View } from './view/view.ts';
import type { BudgetMember } from './queue/shared-budget.ts';
import type { Adoption } from './outbox/outbox-keeper.ts';
import type { Observation } from './view/observation.ts';
import { compileDestination } from './routing/compile-destination.ts';
import { wantedDetail } from './routing/wanted-detail.ts';

export interface WorkspaceContext extends Omit<ChannelContext, 'slots'> {
  readonly clock: Clock;
  readonly slots: Slots;
  readonly feed: DestinationFeed;
  /** Whether records are wanted that no destination takes, to count why. */
  readonly countsAll: boolean;
  readonly report: (report: WorkspaceReport) => void;
}

/** What an operator should know; never contains values of a config. */
export type WorkspaceReport =
  | {
      /** Nothing can be forwarded to this destination. */
      readonly type: 'unsupported';
      readonly destinationId: string;
      readonly kind: string;
      readonly problem: string;
    }
  /** The destinations could not be read; those known before stay in use. Once for each outage. */
  | { readonly type: 'feed-failed'; readonly workspaceId: string; readonly error: unknown };

/** Records that wait until the destinations are known; more are lost. */
const MOST_WAITING = 1000;
const MOST_WAITING_BYTES = 8 * 1024 * 1024;
/** How old the known destinations may become where changes are not announced by others. */
const FRESH_FOR_MS = 10_000;
const RETRY_FEED_MS = 1000;

/** The destinations of one workspace and the way to each of them. */
export class Workspace implements BudgetMember {
  /** Records without a destination: the feed failed, or it is gone since. */
  unrouted = 0;
  readonly channels = new Map<string, Channel>();
  readonly #id: string;
  readonly #context: WorkspaceContext;
  readonly #ofChannels: ChannelContext;
  #waiting: Observation[] = [];
  #waitingBytes = 0;
  #loading: Promise<void> | undefined;
  #loadAgainAt = Number.NEGATIVE_INFINITY;
  #isFeedDown = false;
  /** Changes that were announced, and how many of them are in what was read last. */
  #changes = 1;
  #known = 0;

  constructor(id: string, context: WorkspaceContext) {
    this.#id = id;
    this.#context = context;
    this.#ofChannels = { ...context, slots: context.slots.of(id) };
    context.budget.join(this);
  }

  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  makeRoom(): void {
    const oldest = this.#waiting.shift();
    if (oldest === undefined) return;
    this.unrouted++;
    this.#account(-sizeOfView(oldest.full));
  }

  /** Returns how much of a request is wanted. Reads the destinations anew when they are old. */
  wants(keyHash: string): 'metadata' | 'content' | undefined {
    this.#loadIfDue();
    // Until the destinations are known, everything may be needed.
    if (this.#isStale || this.#context.countsAll) return 'content';
    return wantedDetail(this.channels.values(), keyHash);
  }

  observe(observation: Observation): void {
    if (!this.#isStale) {
      for (const channel of this.channels.values()) channel.observe(observation);
      return;
    }
    this.#wait(observation);
    this.#loadIfDue();
  }

  /** Takes over a record that the outbox has for one of the destinations. */
  async adopt(destinationId: string, view: View, storedAs: string): Promise<Adoption> {
    this.#loadIfDue();
    await this.ready();
    if (this.#isStale) return 'later';
    const channel = this.channels.get(destinationId);
    if (channel === undefined) {
      this.unrouted++;
      return 'gone';
    }
    channel.adopt(view, storedAs);
    return 'taken';
  }

  /** Something changed: nothing is decided or sent until the destinations are read anew. */
  invalidate(): void {
    this.#changes++;
    for (const channel of this.channels.values()) channel.hold();
    // A read under way may have seen the state before the change.
    void (this.#loading ?? Promise.resolve()).then(() => this.load());
  }

  /** Reads the destinations and lets the records that wait go on. Never rejects. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Resolves when the destinations are known, as far as they can be read. */
  async ready(): Promise<void> {
    if (this.#isStale) await this.load();
    while (this.#loading !== undefined) await this.#loading;
  }

  /** Counts records that still wait as lost. */
  giveUp(): void {
    this.unrouted += this.#takeWaiting().length;
    for (const channel of this.channels.values()) channel.giveUp();
  }

  #wait(observation: Observation): void {
    const bytes = sizeOfView(observation.full);
    const isTooMuch = this.#waitingBytes + bytes > MOST_WAITING_BYTES;
    if (this.#waiting.length >= MOST_WAITING || isTooMuch) {
      this.unrouted++;
      return;
    }
    this.#waiting.push(observation);
    this.#account(bytes);
  }

  #takeWaiting(): readonly Observation[] {
    this.#account(-this.#waitingBytes);
    return this.#waiting.splice(0);
  }

  #account(bytes: number): void {
    this.#waitingBytes += bytes;
    this.#context.budget.changed(bytes);
  }

  get #isStale(): boolean {
    return this.#known !== this.#changes;
  }

  #loadIfDue(): void {
    const inMs = this.#loadAgainAt - this.#context.clock.now();
    // More than that only after the clock was set back.
    if (inMs <= 0 || inMs > FRESH_FOR_MS) void this.load();
  }

  async #load(): Promise<void> {
    const { feed, clock, report } = this.#context;
    const changes = this.#changes;
    this.#loadAgainAt = clock.now() + FRESH_FOR_MS;
    try {
      this.#apply(await feed.destinationsIn(this.#id));
      this.#known = changes;
      this.#isFeedDown = false;
    } catch (error) {
      this.#loadAgainAt = clock.now() + RETRY_FEED_MS;
      // Once for each outage: it is read again each second.
      if (!this.#isFeedDown) report({ type: 'feed-failed', workspaceId: this.#id, error });
      this.#isFeedDown = true;
    }
    // Another change was announced meanwhile, or the one before could not be read: nothing is sent
    // by an older state.
    if (this.#isStale) return;
    for (const channel of this.channels.values()) channel.resume();
    for (const observation of this.#takeWaiting()) this.observe(observation);
  }

  #apply(destinations: readonly Destination[]): void {
    const present = new Set(destinations.map(({ id }) => id));
    for (const [id, channel] of this.channels) {
      if (present.has(id)) continue;
      channel.remove();
      this.channels.delete(id);
    }
    for (const destination of destinations) this.#put(destination);
  }

  #put(destination: Destination): void {
    const compiled = compileDestination(destination);
    const { id, type, problem, isEnabled } = compiled;
    const known = this.channels.get(id);
    const isNews = known?.destination.problem !== problem;
    if (isEnabled && problem !== undefined && isNews) {
      this.#context.report({ type: 'unsupported', destinationId: id, kind: type, problem });
    }
    if (known === undefined) this.channels.set(id, new Channel(compiled, this.#ofChannels));
    else known.update(compiled);
  }
}
