import { conditionsOf, type ChatPattern } from '../../chat/chat-pattern.ts';
import { diagnostic } from '../../diagnostics.ts';
import { patternJson, patternMembersJson } from '../wire/pattern-json.ts';

/** A pattern as it travels. Throws GW1606 for a function. */
export function patternToJson(pattern: unknown): unknown {
  return patternJson(pattern, refuseFunction);
}

/** An object of patterns, member by member. */
export function membersToJson(patterns: object): Record<string, unknown> {
  return patternMembersJson(patterns, refuseFunction);
}

/** Returns the parts of a pattern for requests as JSON; undefined parts are left out. */
export function requestPatternToJson(pattern: object): Record<string, unknown> {
  const parts = Object.entries(pattern).filter(([, part]) => part !== undefined);
  // Of a pattern for requests this member is one for conversations.
  const { chat, ...others } = Object.fromEntries(parts) as { readonly chat?: ChatPattern };
  return { ...membersToJson(others), ...(chat !== undefined && { chat: chatToJson(chat) }) };
}

/** A pattern for conversations as it travels: always an object of conditions. */
export function chatToJson(pattern: ChatPattern): unknown {
  return patternToJson(conditionsOf(pattern));
}

function refuseFunction(): never {
  throw diagnostic(
    'GW1606',
    'a function cannot be sent to the mock: use a RegExp, { contains: … } or the members that matter',
  );
}
