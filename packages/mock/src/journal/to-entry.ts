import type { JournalEntry } from '../journal-entry.ts';
import { readKeptBody } from './kept-body.ts';
import { redactMembers, type Redaction } from './redaction.ts';
import type { RequestRecord } from './request-record.ts';

/** Returns a request with its secrets masked. */
export function toEntry(record: RequestRecord, redaction: Redaction): JournalEntry {
  const { number, operation, method, at, answeredBy, status, durationMs, stream } = record;
  const body = readKeptBody(record.body);
  return {
    number,
    operation,
    method,
    path: redaction.text(record.path),
    query: redactMembers(redaction, queryOf(record.search)),
    headers: redactMembers(redaction, record.headers),
    body: body.kind === 'nothing' ? undefined : redaction.named('body', body.value),
    unknown: record.unknown.map((part) => redaction.text(part)),
    adjusted: record.adjusted,
    at,
    answeredBy,
    status,
    durationMs,
    stream,
  };
}

/** The parameters of a query string; repeats joined with `,`, which is how lists are written. */
function queryOf(search: string): Readonly<Record<string, string>> {
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    const known = query.get(name);
    query.set(name, known === undefined ? value : `${known},${value}`);
  }
  return Object.fromEntries(query);
}
