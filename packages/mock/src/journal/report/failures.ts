import type { JournalPattern } from '../criteria.ts';
import { toEntry } from '../to-entry.ts';
import { RequestAssertionError, type Call } from '../request-assertion-error.ts';
import type { RequestRecord } from '../request-record.ts';
import { recordsNamed, type RequestSelection, type RequestSource } from '../selection.ts';
import { unaccountedFor, unhandledLines } from '../unhandled.ts';
import { compare, differenceOf, type Comparison } from './comparison.ts';
import { comparisonLines } from './comparison-lines.ts';
import { requestLine } from '../request-text.ts';
import { shown } from '../shown.ts';

export interface Miscount {
  readonly found: readonly RequestRecord[];
  readonly count: number;
  /** `3`, `at least 1`. */
  readonly wanted: string;
  /** ` within 1000 ms`, or nothing. */
  readonly within?: string;
}

/** There are more or fewer requests than expected: shows the nearest ones. */
export function countFailure(
  source: RequestSource,
  selection: RequestSelection,
  { found, count, wanted, within = '' }: Miscount,
  call: Call,
): RequestAssertionError {
  const like = selection.patterns.length === 0 ? '' : ' like the pattern';
  const headline = `expected ${wanted} ${noun(selection, count)}${like}${within}, got ${found.length}`;
  const evidence =
    found.length > count
      ? [section('received', requestBlocks(source, found))]
      : whatElseCame(source, selection, found);
  const message = report(source, selection, headline, evidence);
  return new RequestAssertionError({ message, actual: found.length, expected: count }, call);
}

export interface Unlikeness {
  readonly unlike: readonly RequestRecord[];
  /** The number of requests compared; undefined for one by itself. */
  readonly among: number | undefined;
  readonly pattern: JournalPattern;
}

/** There are requests that are not like the pattern: shows where they differ. */
export function likenessFailure(
  source: RequestSource,
  selection: RequestSelection,
  { unlike, among, pattern }: Unlikeness,
  call: Call,
): RequestAssertionError {
  const comparisons = unlike.map((record) => compare(record, [pattern], source.journal.redaction));
  const which =
    among === undefined
      ? `${noun(selection, 1)} #${unlike[0]?.number} is`
      : `${unlike.length} of ${among} ${noun(selection, among)} ${unlike.length === 1 ? 'is' : 'are'}`;
  const message = report(source, selection, `${which} not as expected`, [
    block(comparisons.map(comparisonLines)),
  ]);
  const difference = differenceOf(comparisons[0]?.criteria ?? []);
  return new RequestAssertionError({ message, ...difference }, call);
}

/** Says what came when too few requests did: others of that name, or else all others. */
function whatElseCame(
  source: RequestSource,
  selection: RequestSelection,
  found: readonly RequestRecord[],
): readonly string[] {
  const { patterns } = selection;
  const named = recordsNamed(source, selection);
  const others = named.filter((record) => !found.includes(record));
  if (others.length > 0) {
    const nearest = others
      .map((record) => compare(record, patterns, source.journal.redaction))
      .toSorted((a, b) => passed(b) - passed(a) || b.entry.number - a.entry.number);
    const other = found.length > 0 ? 'other ' : '';
    const title = `nearest of ${others.length} ${other}${noun(selection, others.length)}`;
    return [section(title, nearest.map(comparisonLines))];
  }
  if (found.length > 0) return [section('received', requestBlocks(source, found))];
  const answered = source.journal.records().filter(({ isUnhandled }) => !isUnhandled);
  if (answered.length > 0) return [section('received instead', requestBlocks(source, answered))];
  return source.journal.records().length > 0 ? [] : [nothingCame(source)];
}

function nothingCame({ tenantId }: RequestSource): string {
  return (
    `the tenant "${tenantId}" received no request: a request reaches the tenant whose apiKey it ` +
    'carries, or whose anyKeyURL it is sent to'
  );
}

/**
 * Returns the whole message. It always lists unhandled requests, because they are often the reason.
 */
function report(
  source: RequestSource,
  { name }: RequestSelection,
  headline: string,
  evidence: readonly string[],
): string {
  const { journal } = source;
  const unhandled = name === 'unhandled' ? [] : unaccountedFor(journal.records());
  for (const record of unhandled) record.isAccountedFor = true;
  const lines = unhandledLines(unhandled, source, journal.redaction).map((line) => [line]);
  const parts = [headline, ...evidence];
  if (lines.length > 0) parts.push(section('unhandled', lines));
  return `${parts.join('\n\n')}\n\n[GW1301]`;
}

const MOST_SHOWN = 5;

function section(title: string, items: readonly (readonly string[])[]): string {
  return `${title}:\n${block(items)}`;
}

/** The first of the items, each of which may have several lines. */
function block(items: readonly (readonly string[])[]): string {
  const lines = items.slice(0, MOST_SHOWN).flat();
  if (items.length > MOST_SHOWN) lines.push(`… and ${items.length - MOST_SHOWN} more`);
  return lines.map((line) => `  ${line}`).join('\n');
}

function requestBlocks(
  { journal }: RequestSource,
  records: readonly RequestRecord[],
): readonly (readonly string[])[] {
  return records
    .map((record) => toEntry(record, journal.redaction))
    .map((entry) => [
      requestLine(entry),
      ...(entry.body === undefined ? [] : [`    ${shown(entry.body)}`]),
    ]);
}

function passed({ criteria }: Comparison): number {
  return criteria.filter((criterion) => criterion.passed).length;
}

/** `createImage requests` */
function noun({ name }: RequestSelection, count: number): string {
  const plural = count === 1 ? 'request' : 'requests';
  return name === '*' ? plural : `${name} ${plural}`;
}
