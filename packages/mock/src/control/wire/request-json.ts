import type { JournalEntry } from '../../journal-entry.ts';
import type { Redaction } from '../../journal/redaction.ts';
import type { RequestRecord } from '../../journal/request-record.ts';
import { toEntry } from '../../journal/to-entry.ts';
import { talkJson } from './thread-json.ts';
import type { RequestJson, RequestSummaryJson } from './request.ts';

/** Returns a request of the journal as JSON. */
export function requestJson(entry: JournalEntry): RequestJson {
  const { headers, body = null } = entry;
  return { ...summaryOf(entry), headers, body, ...talkJson(entry) };
}

/** Returns a request as the feed shows it; its body is not looked at. */
export function requestSummary(record: RequestRecord, redaction: Redaction): RequestSummaryJson {
  const entry = toEntry(record, redaction, { isWhole: false });
  return { ...summaryOf(entry), unhandled: record.isUnhandled };
}

function summaryOf(entry: JournalEntry) {
  return {
    number: entry.number,
    operation: entry.operation ?? null,
    method: entry.method,
    path: entry.path,
    query: entry.query,
    unknown: [...entry.unknown],
    adjusted: [...entry.adjusted],
    at: new Date(entry.at).toISOString(),
    answered_by: [...entry.answeredBy],
    status: entry.status ?? null,
    duration_ms: entry.durationMs ?? null,
    stream: entry.stream ?? null,
  };
}
