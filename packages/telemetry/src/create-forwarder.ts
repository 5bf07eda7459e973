import {
  systemClock,
  type Clock,
  type Destination,
  type DestinationFeed,
  type HttpClient,
  type RequestObserver,
  type TelemetryOutbox,
} from '@model-gateway/core';
import {
  AMOUNT,
  checkOptions,
  CLOCK,
  createSteadyClock,
  FLAG,
  FUNCTION,
  HTTP_CLIENT,
  type OptionTable,
  withMethods,
} from '@model-gateway/core/kit';
import { closeWorkspaces, type Closing } from './close-workspaces.ts';
import { backgroundClock } from './outbox/background-clock.ts';
import { OutboxKeeper, type OutboxReport } from './outbox/outbox-keeper.ts';
import { compileDestination } from './routing/compile-destination.ts';
import { SharedBudget } from './queue/shared-budget.ts';
import { Slots } from './send/slots.ts';
import { testDestination, type TestResult } from './send/test-destination.ts';
import { toStats, type TelemetryStats } from './stats/telemetry-stats.ts';
import { toObservation } from './view/observation.ts';
import type { WorkspaceReport } from './workspace.ts';
import { Workspaces } from './workspaces.ts';

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
  /**
   * Limit of all queues together, and of what waits to be sent again, in bytes; 64 MiB by default.
   */
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

const MOST_QUEUED_BYTES = 64 * 1024 * 1024;
const MOST_REQUESTS = 16;
const CLOSING_MS = 5000;
/**
 * Creates a forwarder; give it to `createGateway({ observers: [forwarder] })`. Each destination has
 * its own queue, so that one that is slow or dead delays no other, and no request waits for any.
 */
export function createForwarder(options: ForwarderOptions): Forwarder {
  checkOptions('createForwarder', options, OPTIONS, ['destinations', 'http']);
  const { destinations: feed, http, clock = systemClock, random = anyFraction } = options;
  const report = options.onReport ?? (() => {});
  const outbox =
    options.outbox &&
    new OutboxKeeper(
      {
        adopt: ({ id, workspaceId, destinationId }, view) =>
          workspaces.of(workspaceId).adopt(destinationId, view, id),
        busyDestinations: () =>
          workspaces.channels
            .filter(({ isBusy }) => isBusy)
            .map(({ destination }) => destination.id),
      },
      { outbox: options.outbox, clock: options.clock ?? backgroundClock, report },
    );
  const context = {
    feed,
    http,
    clock,
    steady: createSteadyClock(clock),
    random,
    budget: new SharedBudget(options.maxQueuedBytes ?? MOST_QUEUED_BYTES),
    slots: new Slots(MOST_REQUESTS),
    compress: options.compress ?? true,
    countsAll: options.countsAll ?? false,
    report,
    outbox,
  };
  const workspaces: Workspaces = new Workspaces(context);
  const unsubscribe = feed.subscribe?.((workspaceId) => workspaces.invalidate(workspaceId));
  let closing: Promise<Closing> | undefined;

  return {
    wants(operation, caller) {
      // Listing models and administration have no telemetry.
      if (closing !== undefined || caller === undefined || caller.kind !== 'inference')
        return undefined;
      if (operation === 'listModels') return undefined;
      return workspaces.of(caller.workspaceId).wants(caller.hash);
    },
    observe(record) {
      const observation = toObservation(record);
      if (observation === undefined) return;
      workspaces.of(observation.workspaceId).observe(observation);
    },
    async flush() {
      await workspaces.ready();
      await outbox?.written();
      await Promise.all(workspaces.channels.map((channel) => channel.flush()));
    },
    close: ({ timeoutMs = CLOSING_MS } = {}) =>
      (closing ??= closeWorkspaces(workspaces, timeoutMs, { clock, outbox, unsubscribe })),
    stats: () => toStats(workspaces),
    test: (destination) => testDestination(compileDestination(destination), context),
  };
}

/** From 0 to 1, so that processes that lose a receiver together do not return together. */
function anyFraction(): number {
  const [bits = 0] = crypto.getRandomValues(new Uint32Array(1));
  return bits / 2 ** 32;
}

const OPTIONS: OptionTable<ForwarderOptions> = {
  destinations: withMethods('a destination store with destinationsIn()', 'destinationsIn'),
  http: HTTP_CLIENT,
  clock: CLOCK,
  random: FUNCTION,
  compress: FLAG,
  maxQueuedBytes: AMOUNT,
  countsAll: FLAG,
  outbox: withMethods('an outbox, such as outbox of openStores', 'append', 'claim'),
  onReport: FUNCTION,
};
