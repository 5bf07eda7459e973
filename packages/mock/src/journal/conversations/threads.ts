import type { ChatMessage } from '@model-gateway/core/chat';
import type { Conversation } from '../../chat/conversation.ts';
import type { RequestRecord } from '../request-record.ts';
import { conversationOf } from '../talk.ts';

/** A request of a thread. */
export interface ThreadRequest {
  readonly record: RequestRecord;
  readonly conversation: Conversation;
  /** Its turns without instructions, as texts that are equal where the turns are. */
  readonly turns: readonly string[];
  readonly system: string;
}

/** The requests of one conversation, oldest first. */
export type ThreadRequests = readonly ThreadRequest[];

/**
 * Joins requests into conversations. A request goes on with the thread whose last turns it begins
 * with; one that shares only its beginning with a thread goes on with it in other words; the rest
 * begin a thread.
 */
export function threadsOf(records: readonly RequestRecord[]): readonly ThreadRequests[] {
  const threads: ThreadRequest[][] = [];
  for (const record of records) {
    const conversation = conversationOf(record);
    if (conversation === undefined) continue;
    const turns = turnsOf(conversation);
    const { system } = conversation;
    const request = { record, conversation, turns, system };
    const thread = threadFor(request, threads);
    if (thread === undefined) threads.push([request]);
    else thread.push(request);
  }
  return threads;
}

function threadFor(
  { turns, record }: ThreadRequest,
  threads: readonly ThreadRequest[][],
): ThreadRequest[] | undefined {
  const shared = threads.map((thread) => {
    const last = thread.at(-1);
    return { thread, last, length: commonLength(last?.turns ?? [], turns) };
  });
  const isWhole = ({ last, length }: (typeof shared)[number]) => length === last?.turns.length;
  const repeated = shared.find(
    (each) =>
      isWhole(each) &&
      each.length === turns.length &&
      each.last !== undefined &&
      isUnanswered(each.last.record) &&
      each.last.record.headers['authorization'] === record.headers['authorization'],
  );
  if (repeated !== undefined) return repeated.thread;
  const longest = (found: typeof shared) =>
    found.toSorted((a, b) => b.length - a.length)[0]?.thread;
  const further = shared.filter((each) => (each.last?.turns.length ?? 0) < turns.length);
  const continued = longest(further.filter(isWhole));
  return continued ?? longest(further.filter(({ length }) => length > 0));
}

/** Whether the client did not get all of an answer. */
function isUnanswered({ status, stream, words }: RequestRecord): boolean {
  if (status !== 200) return true;
  if (stream !== undefined) return stream.end !== 'done';
  return words?.heard() === undefined;
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

function turnsOf({ messages }: Conversation): readonly string[] {
  return messages.filter(({ role }) => role === 'user' || role === 'assistant').map(turnOf);
}

/** Without ids, marks of the cache, seals and other members that are not what is said. */
function turnOf({ role, blocks }: ChatMessage): string {
  const said = blocks.map((block) => {
    switch (block.type) {
      case 'text':
      case 'reasoning':
      case 'refusal':
        return [block.type, block.text];
      case 'call':
        return [block.type, block.name, block.input];
      case 'result':
        return [block.type, turnOf({ role, blocks: block.blocks })];
      case 'media':
        return [block.type, block.source.value];
      case 'foreign':
        return [block.type, block.value];
    }
  });
  return JSON.stringify([role, said]);
}
