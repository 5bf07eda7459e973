import type { Breaker } from '../send/breaker.ts';
import type { CompiledDestination } from '../routing/compile-destination.ts';
import {
  OUTCOMES,
  SEND_SECONDS,
  type Counters,
  type Outcome,
  type RequestClass,
} from '../counters/counters.ts';

/** All counters of a forwarder. Contains no URL, no config and no words of a receiver. */
export interface TelemetryStats {
  readonly destinations: readonly DestinationStats[];
  /** The sums of all destinations. */
  readonly totals: Pick<DestinationStats, 'observed' | 'outcomes' | 'queued' | 'inFlight'>;
  /** Records without a destination: destinations could not be read, or it is gone since. */
  readonly unrouted: number;
}

/**
 * The counters of one destination. At any moment `observed` equals the sum of `outcomes`, `queued`
 * and `inFlight`.
 */
export interface DestinationStats {
  readonly id: string;
  readonly kind: string;
  /** Records that were decided about, or taken over from the outbox. */
  readonly observed: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  readonly queued: number;
  readonly queuedBytes: number;
  /** Records in batches that are under way or wait for another try. */
  readonly inFlight: number;
  readonly requests: Readonly<Record<RequestClass, number>>;
  readonly retries: number;
  readonly breaker: ReturnType<Breaker['state']>;
  /** Milliseconds since the Unix epoch; undefined before the first. */
  readonly lastSuccess: number | undefined;
  /** How long requests took: how many at most as long as each bound, in seconds. */
  readonly sendTimes: {
    readonly bounds: readonly number[];
    /** One more than bounds: the last counts what took longer. */
    readonly counts: readonly number[];
    readonly sumSeconds: number;
  };
}

interface CountedChannel {
  readonly destination: CompiledDestination;
  readonly counters: Counters;
  readonly queued: number;
  readonly queuedBytes: number;
  readonly inFlight: number;
  readonly breaker: DestinationStats['breaker'];
}

interface CountedWorkspace {
  readonly channels: ReadonlyMap<string, CountedChannel>;
  readonly unrouted: number;
}

/** Returns the counters at this moment, as copies. */
export function toStats(workspaces: Iterable<CountedWorkspace>): TelemetryStats {
  const destinations: DestinationStats[] = [];
  let unrouted = 0;
  for (const workspace of workspaces) {
    unrouted += workspace.unrouted;
    for (const channel of workspace.channels.values()) destinations.push(statsOf(channel));
  }
  const sum = (pick: (each: DestinationStats) => number) =>
    destinations.reduce((total, each) => total + pick(each), 0);
  const outcomes = OUTCOMES.map((name) => [name, sum((each) => each.outcomes[name])] as const);
  return {
    destinations,
    totals: {
      observed: sum(({ observed }) => observed),
      // Every outcome is an entry.
      outcomes: Object.fromEntries(outcomes) as Record<Outcome, number>,
      queued: sum(({ queued }) => queued),
      inFlight: sum(({ inFlight }) => inFlight),
    },
    unrouted,
  };
}

function statsOf(channel: CountedChannel): DestinationStats {
  const { destination, counters } = channel;
  return {
    id: destination.id,
    kind: destination.type,
    observed: counters.observed,
    outcomes: { ...counters.outcomes },
    queued: channel.queued,
    queuedBytes: channel.queuedBytes,
    inFlight: channel.inFlight,
    requests: { ...counters.requests },
    retries: counters.retries,
    breaker: channel.breaker,
    lastSuccess: counters.lastSuccess,
    sendTimes: {
      bounds: SEND_SECONDS,
      counts: [...counters.sendTimes],
      sumSeconds: counters.sendSeconds,
    },
  };
}
