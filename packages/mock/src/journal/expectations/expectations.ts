import { quoteValue } from '@model-gateway/core/kit';
import type { JournalPattern } from '../criteria.ts';
import { countFailure, likenessFailure, type Miscount } from '../report/failures.ts';
import type { Call } from '../request-assertion-error.ts';
import type { RequestRecord } from '../request-record.ts';
import {
  isLikePattern,
  recordsOf,
  type RequestSelection,
  type RequestSource,
} from '../selection.ts';

/**
 * Expectations on selected requests. Each throws when it fails; one that an unhandled request meets
 * makes that request an expected one.
 */
export class Expectations {
  readonly #source: RequestSource;
  readonly #selection: RequestSelection;

  constructor(source: RequestSource, selection: RequestSelection) {
    this.#source = source;
    this.#selection = selection;
  }

  /** Oldest first. */
  records(): readonly RequestRecord[] {
    return recordsOf(this.#source, this.#selection);
  }

  count(count: number, call: Call): void {
    const found = this.records();
    if (found.length !== count)
      throw this.#miscount({ found, count, wanted: quoteValue(count) }, call);
    this.#expect(found);
  }

  /** `within` says in words for how long they were waited for. */
  atLeast(count: number, call: Call, within = ''): void {
    const found = this.records();
    if (found.length < count) {
      throw this.#miscount({ found, count, wanted: `at least ${count}`, within }, call);
    }
    this.#expect(found);
  }

  /** The request at a position, counted from the end where it is negative. */
  at(position: number, call: Call): RequestRecord {
    const found = this.records();
    const record = found.at(position);
    if (record !== undefined) return record;
    const count = position < 0 ? -position : position + 1;
    throw this.#miscount({ found, count, wanted: `at least ${count}` }, call);
  }

  each(pattern: JournalPattern, call: Call): void {
    this.atLeast(1, call);
    const records = this.records();
    this.#like(records, records.length, pattern, call);
  }

  one(record: RequestRecord, pattern: JournalPattern, call: Call): void {
    this.#like([record], undefined, pattern, call);
  }

  #like(
    records: readonly RequestRecord[],
    among: number | undefined,
    pattern: JournalPattern,
    call: Call,
  ): void {
    const unlike = records.filter((record) => !isLikePattern(record, pattern));
    if (unlike.length > 0) {
      throw likenessFailure(this.#source, this.#selection, { unlike, among, pattern }, call);
    }
    this.#expect(records);
  }

  #miscount(miscount: Miscount, call: Call): Error {
    return countFailure(this.#source, this.#selection, miscount, call);
  }

  #expect(records: readonly RequestRecord[]): void {
    if (this.#selection.name !== 'unhandled') return;
    for (const record of records) record.isAccountedFor = true;
  }
}
