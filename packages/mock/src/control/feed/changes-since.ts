import type { RequestJournal } from '../../journal/journal.ts';
import type { Redaction } from '../../journal/redaction.ts';
import type { RequestRecord } from '../../journal/request-record.ts';

/** A journal and the tenant whose requests it holds. */
export interface WatchedJournal {
  readonly tenant: string;
  readonly journal: RequestJournal;
}

/** Something that happened to a journal, at its position in the change log. */
export type JournalChange =
  | {
      readonly type: 'request';
      readonly tenant: string;
      readonly position: number;
      readonly record: RequestRecord;
      readonly redaction: Redaction;
    }
  | { readonly type: 'cleared'; readonly tenant: string; readonly position: number }
  /** Requests that the reader has not seen are no longer kept. */
  | { readonly type: 'gap'; readonly tenant: string; readonly position: number };

/**
 * Returns what has changed after `position`, oldest first, each request once and as it is now. So a
 * reader that is slow misses states, never requests, and costs no memory.
 */
export function changesSince(
  journals: readonly WatchedJournal[],
  position: number,
): readonly JournalChange[] {
  return journals
    .filter(({ journal }) => journal.lastChange > position)
    .flatMap((watched) => changesOf(watched, position))
    .toSorted((one, other) => one.position - other.position);
}

function changesOf({ tenant, journal }: WatchedJournal, position: number): JournalChange[] {
  const { lastDropped, clearedAt } = journal;
  // A client that begins at 0 has seen nothing, so it has missed nothing.
  const hasSeen = position > 0;
  const changed = journal.records().filter(({ change }) => change > position);
  return [
    ...(hasSeen && clearedAt > position
      ? [{ type: 'cleared' as const, tenant, position: clearedAt }]
      : []),
    ...(hasSeen && lastDropped > position
      ? [{ type: 'gap' as const, tenant, position: lastDropped }]
      : []),
    ...changed.map((record) => ({
      type: 'request' as const,
      tenant,
      position: record.change,
      record,
      redaction: journal.redaction,
    })),
  ];
}
