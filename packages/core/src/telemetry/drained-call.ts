import type { RecordedUsage } from '../ports/request-record.ts';

/** A call that is read to its end although its client has left. */
export interface DrainedCall {
  /** Calls `work` once with what the provider counted; undefined unless it counted everything. */
  whenRead(work: (counted: Counted | undefined) => void | Promise<void>): void;
}

/** What a provider counted of a whole answer. */
export interface Counted {
  readonly usage: RecordedUsage;
  /** What that costs, USD. */
  readonly costUsd: string;
}

/** What keeps a record that waits for what the provider counts. */
export interface WaitingRecord {
  drains(call: DrainedCall): void;
}
