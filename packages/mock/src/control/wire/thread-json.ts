import { threadText } from '../../journal/conversations/thread.ts';
import type { ThreadRequests } from '../../journal/conversations/threads.ts';
import type { Redaction } from '../../journal/redaction.ts';
import { talkOf } from '../../journal/talk.ts';
import type { JournalEntry } from '../../journal-entry.ts';
import type { ThreadJson } from './thread.ts';
import type { RequestJson } from './request.ts';

/** Returns the parts of a request that conversations have, as JSON. */
export function talkJson({
  chat,
  answer,
  usage,
  cost,
}: JournalEntry): Pick<RequestJson, 'chat' | 'answer' | 'usage' | 'cost'> {
  return {
    chat: chat
      ? {
          ...chat,
          messages: chat.messages.map((message) => ({ ...message, blocks: [...message.blocks] })),
          tools: [...chat.tools],
        }
      : null,
    answer: answer ? { ...answer, calls: [...answer.calls], finish: answer.finish ?? null } : null,
    usage: usage ?? null,
    cost: cost ?? null,
  };
}

/** Returns a conversation as JSON; undefined for one without requests. */
export function threadJson(requests: ThreadRequests, redaction: Redaction): ThreadJson | undefined {
  const last = requests.at(-1);
  if (last === undefined) return undefined;
  const { dialect, model, turn: turns } = last.conversation;
  const talks = requests.map(({ record }) => talkOf(record, redaction));
  const usage = { input: 0, output: 0, cached: 0, written: 0, reasoning: 0 };
  for (const { usage: told } of talks) {
    if (told === undefined) continue;
    usage.input += told.input;
    usage.output += told.output;
    usage.cached += told.cached;
    usage.written += told.written;
    usage.reasoning += told.reasoning;
  }
  const { messages = [] } = talks.at(0)?.chat ?? {};
  const spoken = messages.find(({ role }) => role === 'user')?.blocks ?? [];
  return {
    requests: requests.map(({ record }) => record.number),
    dialect,
    model,
    first: spoken.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
    turns,
    usage,
    cost: talks.reduce((sum, { cost = 0 }) => sum + cost, 0),
    problems: [...requests.flatMap(({ record }) => problemOf(record)), ...unanswered(last)],
    transcript: threadText(requests, redaction),
  };
}

type KeptRequest = ThreadRequests[number]['record'];

function problemOf({ number, status, stream }: KeptRequest): readonly string[] {
  if (status !== undefined && status >= 400) return [`#${number}: ${status}`];
  const end = stream?.end;
  const isWell = end === undefined || end === 'open' || end === 'done';
  return isWell ? [] : [`#${number}: the stream ended with ${end}`];
}

/** The calls of tools that the last request has no result for. */
function unanswered({ record, conversation }: ThreadRequests[number]): readonly string[] {
  const blocks = conversation.messages.flatMap((message) => message.blocks);
  const answered = new Set(blocks.flatMap((block) => (block.type === 'result' ? [block.id] : [])));
  return blocks.flatMap((block) =>
    block.type === 'call' && !answered.has(block.id)
      ? [`#${record.number}: no result of ${block.name}`]
      : [],
  );
}
