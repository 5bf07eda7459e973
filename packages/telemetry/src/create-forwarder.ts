import {
  systemClock,
  type Clock,
  type Destination,
  type DestinationFeed,
  type HttpClient,
  type RequestObserver,
  type TelemetryOutbox,
} from '@model-gateway/core';
import { backgroundClock } from './outbox/background-clock.ts';
import { OutboxKeeper, type OutboxReport } from './outbox/outbox-keeper.ts';
import { compileDestination } from './routing/compile-destination.ts';
import { Workspace, type WorkspaceReport } from './workspace.ts';
import { SharedBudget } from './queue/shared-budget.ts';
import { Slots } from './send/slots.ts';
import { testDestination, type TestResult } from './send/test-destination.ts';
import { toStats, type TelemetryStats } from './stats/telemetry-stats.ts';
import { toObservation } from './view/observation.ts';

/** Options of `createForwarder`. */
export interface ForwarderOptions {
  /** Where the telemetry of a workspace goes: a destination store that is a feed. */
  readonly destinations: DestinationFeed;
  /**
   * Sends the requests. Their addresses come from clients, so use the guarded client of
   * `@model-gateway/egress`; private addresses are opened with its option `allow`.
   */
  readonly http: HttpClient;
  readonly clock?: Clock | undefined;
  /** From 0 to 1, for the pauses between tries; unpredictable by default. */
  readonly random?: (() => number) | undefined;
  /** Whether bodies of 1 KiB or more are gzipped where the receiver takes that; true by default. */
  readonly compress?: boolean | undefined;
  /** Limit of all queues together in bytes; 64 MiB by default. */
  readonly maxQueuedBytes?: number | undefined;
  /**
   * Counts also why no destination of a workspace took a request. Every request of an inference key
   * is then recorded in full.
   */
  readonly countsAll?: boolean | undefined;
  /**
   * Stores records until they are delivered, so that they outlive the process: `outbox` of
   * `openStores`. Call `close` at the end of the process, so that others take over at once.
   */
  readonly outbox?: TelemetryOutbox | undefined;
  /** Called with what an operator should know; must not throw. */
  readonly onReport?: ((report: ForwarderReport) => void) | undefined;
}

/** What an operator should know; never contains values of a config. */
export type ForwarderReport = WorkspaceReport | OutboxReport;

/** Forwards records of requests to the destinations of their workspaces. */
export interface Forwarder extends RequestObserver {
  /**
   * Sends what is queued without waiting for full batches. Resolves when nothing is left, or when
   * what is left has to wait for another try. For hosts where nothing runs after the answer:
   * `waitUntil(forwarder.flush())`.
   */
  flush(): Promise<void>;
  /**
   * Takes no more records, sends what is queued, and resolves with what became of it after
   * `timeoutMs` milliseconds at the latest, 5000 by default. Idempotent.
   */
  close(options?: { readonly timeoutMs?: number | undefined }): Promise<Closing>;
  /** Returns all counters as plain data. `toOpenMetrics` makes text of them. */
  stats(): TelemetryStats;
  /** Checks address and credentials of a destination, secrets in full, with one request. */
  test(destination: Destination): Promise<TestResult>;
}

/** The outcome of the records that were queued when `close` was called. */
export interface Closing {
  readonly sent: number;
  /** Left in the outbox, from which another process sends them. */
  readonly stored: number;
  readonly lost: number;
}

const MOST_QUEUED_BYTES = 64 * 1024 * 1024;
const MOST_REQUESTS = 16;
const CLOSING_MS = 5000;
/** How much of the time of `close` is for sending, where there is an outbox to leave. */
const SENDING_SHARE = 0.8;

/**
 * Creates a forwarder; give it to `createGateway({ observers: [forwarder] })`. Each destination has
 * its own queue, so that one that is slow or dead delays no other, and no request waits for any.
 */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const { destinations: feed, http, clock = systemClock, random = anyFraction } = options;
  const report = options.onReport ?? (() => {});
  const outbox =
    options.outbox &&
    new OutboxKeeper(
      {
        adopt: ({ id, workspaceId, destinationId }, view) =>
          workspaceOf(workspaceId).adopt(destinationId, view, id),
        busyDestinations: () =>
          channels()
            .filter(({ isBusy }) => isBusy)
            .map(({ destination }) => destination.id),
      },
      { outbox: options.outbox, clock: options.clock ?? backgroundClock, report },
    );
  const context = {
    feed,
    http,
    clock,
    random,
    budget: new SharedBudget(options.maxQueuedBytes ?? MOST_QUEUED_BYTES),
    slots: new Slots(MOST_REQUESTS),
    compress: options.compress ?? true,
    countsAll: options.countsAll ?? false,
    report,
    outbox,
  };
  const workspaces = new Map<string, Workspace>();
  const channels = () => [...workspaces.values()].flatMap((each) => [...each.channels.values()]);
  const unsubscribe = feed.subscribe?.((workspaceId) => {
    const changed = workspaceId === undefined ? workspaces.values() : [workspaces.get(workspaceId)];
    for (const workspace of changed) workspace?.invalidate();
  });
  let isClosed = false;
  let closing: Promise<Closing> | undefined;

  const workspaceOf = (id: string): Workspace => {
    let workspace = workspaces.get(id);
    if (workspace === undefined) workspaces.set(id, (workspace = new Workspace(id, context)));
    return workspace;
  };
  const allReady = () => Promise.all(Array.from(workspaces.values(), (each) => each.ready()));

  async function close(timeoutMs: number): Promise<Closing> {
    isClosed = true;
    const sendingMs = outbox === undefined ? timeoutMs : timeoutMs * SENDING_SHARE;
    const tally = () => {
      const { totals, unrouted } = toStats(workspaces.values());
      const { sent, stored } = totals.outcomes;
      return { sent, stored, unrouted, totals };
    };
    let cancel = () => {};
    const timeout = new Promise<void>((resolve) => {
      cancel = clock.after(sendingMs, resolve, 'limit');
    });
    const before = tally();
    const emptied = allReady().then(() => Promise.all(channels().map((each) => each.close())));
    await Promise.race([emptied, timeout]);
    cancel();
    for (const workspace of workspaces.values()) workspace.giveUp();
    unsubscribe?.();
    await outbox?.close(timeoutMs - sendingMs);
    const after = tally();
    return {
      sent: after.sent - before.sent,
      stored: after.stored - before.stored,
      lost: lostIn(after) - lostIn(before),
    };
  }

  return {
    wants(operation, caller) {
      // Listing models and administration have no telemetry.
      if (isClosed || caller === undefined || caller.kind !== 'inference') return undefined;
      if (operation === 'listModels') return undefined;
      return workspaceOf(caller.workspaceId).wants(caller.hash);
    },
    observe(record) {
      const observation = toObservation(record);
      if (observation === undefined) return;
      workspaceOf(observation.workspaceId).observe(observation);
    },
    async flush() {
      await allReady();
      await outbox?.written();
      await Promise.all(channels().map((channel) => channel.flush()));
    },
    close: ({ timeoutMs = CLOSING_MS } = {}) => (closing ??= close(timeoutMs)),
    stats: () => toStats(workspaces.values()),
    test: (destination) => testDestination(compileDestination(destination), context),
  };
}

/** From 0 to 1, so that processes that lose a receiver together do not return together. */
function anyFraction(): number {
  const [bits = 0] = crypto.getRandomValues(new Uint32Array(1));
  return bits / 2 ** 32;
}

function lostIn({ totals, unrouted }: Pick<TelemetryStats, 'totals' | 'unrouted'>): number {
  const { outcomes } = totals;
  const dropped = Object.entries(outcomes).filter(([name]) => name.startsWith('dropped_'));
  return unrouted + outcomes.rejected + dropped.reduce((sum, [, count]) => sum + count, 0);
}
