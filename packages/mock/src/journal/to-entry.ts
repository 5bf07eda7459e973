import type { JournalEntry } from '../journal-entry.ts';
import { readKeptBody } from './kept-body.ts';
import { redactMembers, type Redaction } from './redaction.ts';
import type { RequestRecord } from './request-record.ts';
import { talkOf } from './talk.ts';

/** Returns a request with its secrets masked; without headers and body unless it `isWhole`. */
export function toEntry(
  record: RequestRecord,
  redaction: Redaction,
  { isWhole = true } = {},
): JournalEntry {
  const { number, operation, method, at, answeredBy, status, durationMs, stream } = record;
  const body = readKeptBody(isWhole ? record.body : NO_BODY);
  return {
    number,
    operation,
    method,
    path: redaction.text(record.path),
    query: redactMembers(redaction, queryOf(record.search)),
    headers: redactMembers(redaction, isWhole ? record.headers : {}),
    body: body.kind === 'nothing' ? undefined : redaction.named('body', body.value),
    unknown: record.unknown.map((part) => redaction.text(part)),
    adjusted: record.adjusted,
    at,
    answeredBy,
    status,
    durationMs,
    stream,
    ...(isWhole && talkOf(record, redaction)),
  };
}

const NO_BODY = { kind: 'none' } as const;

/** The parameters of a query string; repeats joined with `,`, which is how lists are written. */
function queryOf(search: string): Readonly<Record<string, string>> {
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    const known = query.get(name);
    query.set(name, known === undefined ? value : `${known},${value}`);
  }
  return Object.fromEntries(query);
}
