import type { RequestRecord } from './request-record.ts';
import type { ApiKey } from './key-store.ts';

/**
 * Watches the requests of a gateway: telemetry, logs and metrics are observers. Neither method may
 * throw or take long; what takes time belongs in a queue.
 */
export interface RequestObserver {
  /**
   * Returns how much it wants to know of a request, once its caller is known; undefined for nothing,
   * and then no record is made. Called for every request, so make it one look-up. `caller` is
   * undefined for a 401 and for a public operation without a key.
   */
  wants(operation: string, caller: ApiKey | undefined): RecordDetail | undefined;
  /** Receives the record of a request that it wanted: once, after the end of the response. */
  observe(record: RequestRecord): void;
}

/**
 * `metadata`: who asked for what, and what became of it. `content`: also prompts, references and
 * results, which stay in memory until the record is handed over.
 */
export type RecordDetail = 'metadata' | 'content';
