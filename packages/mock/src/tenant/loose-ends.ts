import { counted } from '../counted.ts';
import { mismatchOf } from '../chat/mismatch.ts';
import type { RequestJournal } from '../journal/journal.ts';
import { conversationOf } from '../journal/talk.ts';
import type { RuleHandle } from '../rules/rule-handle.ts';
import { unaccountedFor, unhandledLines } from '../journal/unhandled.ts';
import { MAIN } from './create-tenant.ts';
import type { TenantRuntime } from './tenant-runtime.ts';

/** Throws for everything left over; reports each request once. */
export function verifyTenants(tenants: readonly TenantRuntime[], basePath: string): void {
  const ends = tenants.flatMap((tenant) => [
    ...unhandledRequests(tenant, basePath),
    ...unknownParts(tenant),
    ...unusedRules(tenant),
    ...tenant.rules.unmet(),
  ]);
  if (ends.length > 0) throw new Error(ends.join('\n\n'));
}

/**
 * A disposal that closes, and then throws for what was left over, the first time. That is printed
 * too: when the test itself has failed already, `await using` makes of the two errors one that
 * shows neither.
 */
export function toDisposal(close: () => Promise<void>, verify: () => void) {
  let isVerified = false;
  return async (): Promise<void> => {
    await close();
    if (isVerified) return;
    isVerified = true;
    try {
      verify();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      throw error;
    }
  };
}

function unhandledRequests(
  { id, journal, options, operations }: TenantRuntime,
  basePath: string,
): readonly string[] {
  const left = unaccountedFor(journal.records());
  if (options.unhandled === 'ignore' || left.length === 0) return [];
  for (const record of left) record.isAccountedFor = true;
  const object = id === MAIN ? 'gateway' : 'tenant';
  const lines = unhandledLines(left, { basePath, operations }, journal.redaction, object);
  return [
    [
      `${counted(left.length, 'request')} of ${named(id)} matched no operation:`,
      ...lines.map((line) => `  ${line}`),
      `If the test expects that: ${object}.requests('unhandled').expectCount(${left.length}). [GW1304]`,
    ].join('\n'),
  ];
}

function unknownParts({ id, journal, options }: TenantRuntime): readonly string[] {
  if (options.strict !== true) return [];
  const left = journal
    .records()
    .filter(({ unknown, isUnknownReported }) => unknown.length > 0 && !isUnknownReported);
  if (left.length === 0) return [];
  const counts = new Map<string, number>();
  for (const record of left) {
    record.isUnknownReported = true;
    for (const part of record.unknown) {
      const line = journal.redaction.text(`${record.method} ${record.path}: ${part}`);
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  }
  const lines = Array.from(counts, ([line, count]) =>
    count === 1 ? `  ${line}` : `  ${line} (${count} times)`,
  );
  const what = `${counted(left.length, 'request')} of ${named(id)} had`;
  return [`${what} parts that the gateway does not know:\n${lines.join('\n')}\n[GW1306]`];
}

function unusedRules({ id, rules, options, journal }: TenantRuntime): readonly string[] {
  const left = rules.pending();
  if (options.unusedRules !== 'fail' || left.length === 0) return [];
  const lines = left.map((rule) => `  ${usageOf(rule)}${whyUnused(rule, journal)}`);
  const what = `${counted(left.length, 'rule')} of ${named(id)} ${left.length === 1 ? 'was' : 'were'}`;
  return [`${what} not used as often as expected:\n${lines.join('\n')}\n[GW1305]`];
}

function usageOf({ id, hits, remaining }: RuleHandle): string {
  return Number.isFinite(remaining)
    ? `"${id}": ${hits} of ${hits + remaining} times`
    : `"${id}": never`;
}

/** Why the last conversation was not one of a rule that is for conversations. */
function whyUnused({ where }: RuleHandle, journal: RequestJournal): string {
  const last = journal.records().findLast((record) => conversationOf(record) !== undefined);
  const conversation = last && conversationOf(last);
  if (conversation === undefined) return '';
  const reasons = where.flatMap(({ chat }) =>
    chat === undefined ? [] : (mismatchOf(conversation, chat) ?? []),
  );
  return reasons.length === 0
    ? ''
    : `; in the last conversation (#${last?.number}) ${reasons.join('; ')}`;
}

function named(id: string): string {
  return id === MAIN ? 'the gateway' : `the tenant "${id}"`;
}
