import { readConversation } from '@model-gateway/core/kit';
import { toConversation, type Conversation } from '../chat/conversation.ts';
import type { JournalEntry, JournaledConversation } from '../journal-entry.ts';
import { isConversation } from '../rules/rule-target.ts';
import { readKeptBody } from './kept-body.ts';
import type { Redaction } from './redaction.ts';
import type { RequestRecord } from './request-record.ts';

const KNOWN = new WeakMap<RequestRecord, Conversation>();

/** The conversation of a request, as received. Undefined if its body cannot be read as one. */
export function conversationOf(record: RequestRecord): Conversation | undefined {
  const { operation, body, headers } = record;
  if (operation === undefined || !isConversation(operation)) return undefined;
  const known = KNOWN.get(record);
  if (known !== undefined) return known;
  const reading = readKeptBody(body);
  if (reading.kind !== 'json') return undefined;
  const request = readConversation(operation, reading.value, { headers });
  const conversation = request && toConversation(request);
  if (conversation !== undefined) KNOWN.set(record, conversation);
  return conversation;
}

/** The parts of an entry that conversations have, without secrets. */
export function talkOf(
  record: RequestRecord,
  redaction: Redaction,
): Pick<JournalEntry, 'chat' | 'answer' | 'usage' | 'cost'> {
  const conversation = conversationOf(record);
  const heard = record.words?.heard();
  if (conversation === undefined && heard === undefined) return {};
  const { usage, cost, pieces: _pieces, deltas: _deltas, others: _others, ...answer } = heard ?? {};
  return {
    chat: conversation && shownOf(conversation, redaction),
    // The same members, with their texts masked.
    answer: heard && (redaction.named('answer', answer) as JournalEntry['answer']),
    usage,
    cost,
  };
}

function shownOf(conversation: Conversation, redaction: Redaction): JournaledConversation {
  const { dialect, model, tokens, turn, tools } = conversation;
  const { system, messages, last, results } = conversation;
  // The same members, with their texts masked.
  const shown = redaction.named('chat', { system, messages, last, results }) as Pick<
    JournaledConversation,
    'system' | 'messages' | 'last' | 'results'
  >;
  return { dialect, model, ...shown, tools: tools.map(({ name }) => name), tokens, turn };
}
