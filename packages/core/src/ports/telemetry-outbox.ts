/** A record that waits to be delivered to one destination. */
export interface OutboxEntry {
  /** A UUID that the caller makes; an entry that is stored twice is kept once. */
  readonly id: string;
  readonly workspaceId: string;
  readonly destinationId: string;
  /** When the record was made, milliseconds since the Unix epoch. */
  readonly since: number;
  /** The record as well-formed text that only forwarders read. It may hold a prompt. */
  readonly payload: string;
}

/** Whose an entry is: a process holds what it is delivering until its lease ends. */
export interface OutboxLease {
  /** Names the process; another name after each start. */
  readonly holder: string;
  /** When the lease ends, milliseconds since the Unix epoch. It covers all that the holder holds. */
  readonly until: number;
}

/** What a holder takes over. */
export interface OutboxClaim {
  readonly lease: OutboxLease;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** At most this many entries. */
  readonly limit: number;
  /** Destinations that have enough to do. */
  readonly exceptDestinations: readonly string[];
}

/**
 * Keeps telemetry that is not delivered yet, so that it outlives the process that made it. Several
 * processes share one outbox: each entry has one holder at most, and what a process held that died
 * is free when its lease has ended. Delivery is at least once: a holder that was only slow may have
 * delivered what another one claims. Times are those of the callers, whose clocks should agree to a
 * second or so. Every method rejects when the storage cannot answer; repeating it is safe.
 */
export interface TelemetryOutbox {
  /**
   * Stores entries, held by this lease: all of them, or none where there is no room for all. Once
   * it has resolved with `stored`, they survive any end of the process.
   */
  append(entries: readonly OutboxEntry[], lease: OutboxLease): Promise<'stored' | 'full'>;
  /** Makes a lease last longer. */
  renew(lease: OutboxLease): Promise<void>;
  /** Hands over entries that have no holder with a lease, the oldest first, each to one caller. */
  claim(claim: OutboxClaim): Promise<readonly OutboxEntry[]>;
  /** Removes entries that are delivered or given up; ignores unknown ids. */
  remove(ids: readonly string[]): Promise<void>;
  /** Lets go of entries that this holder has, for any claim from `notBefore` on. */
  release(ids: readonly string[], from: { holder: string; notBefore: number }): Promise<void>;
  /** Ends the lease of a holder and lets go of everything that it has. */
  leave(holder: string): Promise<void>;
  /** Removes entries of records that were made before a moment; resolves to their number. */
  expire(before: number): Promise<number>;
}
