import type { Clock } from '@model-gateway/core';
import type { GatewayRequest } from '@model-gateway/core/http';
import { toEntry } from './to-entry.ts';
import type { JournalEntry } from '../journal-entry.ts';
import type { ChangeLog } from './change-log.ts';
import { sizeOf, withoutContents } from './kept-body.ts';
import type { KeptResponse } from './kept-response.ts';
import { KeptResponses } from './kept-responses.ts';
import { createRedaction, type Redaction } from './redaction.ts';
import type { OperationMatch } from '../http/operation-match.ts';
import { RequestRecord } from './request-record.ts';
import { requestText } from './request-text.ts';

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
  /** The total length of all answers before anybody has looked, and from then on. */
  readonly mostResponseBytes: { readonly unread: number; readonly read: number };
}

export interface JournalOptions extends JournalLimits {
  readonly clock: Clock;
  /** Texts that are never shown, such as the tenant's keys. */
  readonly secrets: readonly string[];
  /** Takes note of all changes, where there are readers for them; answers are only kept then. */
  readonly changes?: ChangeLog | undefined;
  /** Called with each request that is over, or that nothing handles. */
  readonly onEnd?: ((record: RequestRecord) => void) | undefined;
}

/** The journal as the tenant writes it: everything as received. */
export class RequestJournal implements Journal {
  readonly redaction: Redaction;
  readonly #options: JournalOptions;
  readonly #listeners = new Set<() => void>();
  readonly #responses: KeptResponses;
  #records: RequestRecord[] = [];
  /** Of the bodies that are kept. */
  #bytes = 0;
  #count = 0;
  #lastChange = 0;
  #lastDropped = 0;
  #clearedAt = 0;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.redaction = createRedaction(options.secrets);
    const { changes, mostResponseBytes: most } = options;
    this.#responses = new KeptResponses(() =>
      changes?.hasReader === true ? most.read : most.unread,
    );
  }

  get keepsResponses(): boolean {
    return this.#options.changes !== undefined;
  }

  /** The position of the latest change; 0 without a change log. */
  get lastChange(): number {
    return this.#lastChange;
  }

  /** The position of the latest change to a request that is no longer kept; 0 for none. */
  get lastDropped(): number {
    return this.#lastDropped;
  }

  /** When it was emptied, as a position; 0 for never. */
  get clearedAt(): number {
    return this.#clearedAt;
  }

  /** Opens an entry for a request; `operation` is undefined if it matches none. */
  open(request: GatewayRequest, operation: OperationMatch | undefined): RequestRecord {
    const record = new RequestRecord(++this.#count, request, operation, this);
    this.#records.push(record);
    if (this.#records.length > this.#options.mostRequests) this.#drop(this.#records.shift());
    this.changed(record);
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
    this.#bytes = 0;
    this.#count = 0;
    this.#responses.clear();
    this.#lastDropped = 0;
    this.#clearedAt = this.#next();
  }

  /** Calls `listener` whenever there is a request more, or more is known of one. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  now(): number {
    return this.#options.clock.now();
  }

  changed(record: RequestRecord): void {
    record.change = this.#next();
    for (const listener of this.#listeners) listener();
  }

  ended(record: RequestRecord): void {
    this.#options.onEnd?.(record);
  }

  responseCame(record: RequestRecord, response: KeptResponse): void {
    // What was dropped or cleared meanwhile would only take memory.
    if (this.#has(record)) this.#responses.keep(record, response);
  }

  /** Takes note of the body of a record, and makes room for it: the oldest are left out first. */
  bodyCame(record: RequestRecord): void {
    const { longestBody, mostBytes } = this.#options;
    if (sizeOf(record.body) > longestBody) record.body = withoutContents(record.body);
    if (!this.#has(record)) return;
    this.#bytes += sizeOf(record.body);
    for (const kept of this.#records) {
      if (this.#bytes <= mostBytes) return;
      this.#bytes -= sizeOf(kept.body);
      kept.body = withoutContents(kept.body);
    }
  }

  /** Whether a record is still kept. */
  #has(record: RequestRecord): boolean {
    const first = this.#records[0]?.number ?? 0;
    return this.#records[record.number - first] === record;
  }

  #drop(record: RequestRecord | undefined): void {
    if (record === undefined) return;
    this.#responses.forget(record);
    this.#bytes -= sizeOf(record.body);
    this.#lastDropped = Math.max(this.#lastDropped, record.change);
  }

  #next(): number {
    this.#lastChange = this.#options.changes?.next() ?? 0;
    return this.#lastChange;
  }
}
