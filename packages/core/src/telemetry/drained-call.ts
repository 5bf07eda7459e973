import type { RecordedUsage } from '../ports/request-record.ts';

/** A call that is read to its end although its client has left. */
export interface DrainedCall {
  /** Calls `work` once with what the provider counted; undefined unless it counted everything. */
  whenRead(work: (counted: RecordedUsage | undefined) => void | Promise<void>): void;
}

/** What keeps a record that waits for what the provider counts. */
export interface WaitingRecord {
  drains(call: DrainedCall): void;
}
