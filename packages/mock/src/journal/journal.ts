import type { Clock } from '@model-gateway/core';
import type { GatewayRequest } from '@model-gateway/core/http';
import { toEntry } from './to-entry.ts';
import type { JournalEntry } from '../journal-entry.ts';
import { sizeOf, withoutContents } from './kept-body.ts';
import { createRedaction, type Redaction } from './redaction.ts';
import type { OperationMatch } from '../http/operation-match.ts';
import { RequestRecord } from './request-record.ts';
import { requestText } from './report/request-text.ts';

/** The requests of one tenant, oldest first, without secrets. */
export interface Journal {
  /** The requests as they are known now; those still to be answered are among them. */
  entries(): readonly JournalEntry[];
  /** The same to be read: a line for each request, and its body. */
  text(): string;
  /** Forgets all requests. */
  clear(): void;
}

/** The limits of a journal. */
export interface JournalLimits {
  /** The number of requests to keep; the oldest are dropped first. */
  readonly mostRequests: number;
  /** The total length of all bodies; the oldest are dropped first. */
  readonly mostBytes: number;
  /** A longer body is not kept. */
  readonly longestBody: number;
}

export interface JournalOptions extends JournalLimits {
  readonly clock: Clock;
  /** Texts that are never shown, such as the tenant's keys. */
  readonly secrets: readonly string[];
  /** Called with each request that is over, or that nothing handles. */
  readonly onEnd?: ((record: RequestRecord) => void) | undefined;
}

/** The journal as the tenant writes it: everything as received. */
export class RequestJournal implements Journal {
  readonly redaction: Redaction;
  readonly #options: JournalOptions;
  readonly #listeners = new Set<() => void>();
  #records: RequestRecord[] = [];
  #count = 0;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.redaction = createRedaction(options.secrets);
  }

  /** Opens an entry for a request; `operation` is undefined if it matches none. */
  open(request: GatewayRequest, operation: OperationMatch | undefined): RequestRecord {
    const record = new RequestRecord(++this.#count, request, operation, this);
    this.#records.push(record);
    if (this.#records.length > this.#options.mostRequests) this.#records.shift();
    this.changed();
    if (operation === undefined) this.ended(record);
    return record;
  }

  records(): readonly RequestRecord[] {
    return this.#records;
  }

  entries(): readonly JournalEntry[] {
    return this.#records.map((record) => toEntry(record, this.redaction));
  }

  text(): string {
    return this.entries().map(requestText).join('\n');
  }

  clear(): void {
    this.#records = [];
    this.#count = 0;
  }

  /** Calls `listener` whenever there is a request more, or more is known of one. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  now(): number {
    return this.#options.clock.now();
  }

  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  ended(record: RequestRecord): void {
    this.#options.onEnd?.(record);
  }

  /** Takes note of the body of a record, and makes room for it. */
  bodyCame(record: RequestRecord): void {
    const { longestBody, mostBytes } = this.#options;
    if (sizeOf(record.body) > longestBody) record.body = withoutContents(record.body);
    let bytes = 0;
    for (const kept of this.#records.toReversed()) {
      bytes += sizeOf(kept.body);
      if (bytes > mostBytes) kept.body = withoutContents(kept.body);
    }
  }
}
