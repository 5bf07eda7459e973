import { chatAdvice } from '../chat/chat-advice.ts';
import { whatToDo, type NearbyGateway } from '../http/nearest-operation.ts';
import { isConversation } from '../rules/rule-target.ts';
import type { Redaction } from './redaction.ts';
import type { RequestRecord } from './request-record.ts';
import { conversationOf } from './talk.ts';

/** Returns the unhandled requests that the test did not expect and that no failure has reported. */
export function unaccountedFor(records: readonly RequestRecord[]): readonly RequestRecord[] {
  return records.filter(({ isUnhandled, isAccountedFor }) => isUnhandled && !isAccountedFor);
}

/**
 * Returns a line for each kind of unhandled request: the number, and what to do about it.
 */
export function unhandledLines(
  records: readonly RequestRecord[],
  gateway: NearbyGateway,
  redaction: Redaction,
  object: 'gateway' | 'tenant' = 'gateway',
): readonly string[] {
  const counts = new Map<string, { readonly record: RequestRecord; count: number }>();
  for (const record of records) {
    const kind = `${record.method} ${record.path}`;
    const known = counts.get(kind);
    if (known === undefined) counts.set(kind, { record, count: 1 });
    else known.count++;
  }
  return [...counts].map(([kind, { record, count }]) => {
    const { method, path } = record;
    const times = count === 1 ? '' : ` (${count} times)`;
    const advice =
      record.operation !== undefined && isConversation(record.operation)
        ? `; to answer it: ${chatAdvice(conversationOf(record)?.last ?? '', object)}`
        : whatToDo(method, path, gateway, object);
    return redaction.text(`${kind}${times}${advice}`);
  });
}
