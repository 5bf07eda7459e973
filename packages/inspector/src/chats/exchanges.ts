import { jsonOrText } from '@model-gateway/core/kit';
import type { RequestDetail } from '../api/types.ts';
import { saidInAnswer } from '../streams/said-in-answer.ts';
import type { Said } from '../ui/bubble.tsx';

/** What one request added to a conversation, and what was answered. */
export interface Exchange {
  readonly request: RequestDetail;
  readonly added: readonly Said[];
  /** All that was sent. */
  readonly sent: readonly Said[];
  readonly answered: readonly Said[];
}

type Message = NonNullable<RequestDetail['chat']>['messages'][number];

/** A part of a message. Source: the description of the control interface. */
interface Block {
  readonly type: string;
  readonly text?: string;
  readonly kind?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: string;
  readonly blocks?: readonly Block[];
}

/** Joins the requests of a conversation: each shows what it added to the one before. */
export function exchangesOf(requests: readonly RequestDetail[]): readonly Exchange[] {
  const messages = requests.map(({ chat }) => chat?.messages ?? []);
  const calls = new Set<string>();
  const results = new Map<string, string>();
  for (const { type, id = '', blocks = [] } of messages.flat().flatMap(blocksOf)) {
    if (type === 'call') calls.add(id);
    if (type === 'result') results.set(id, textOf(blocks));
  }
  const saidIn = (message: Message) =>
    blocksOf(message).flatMap((block) => saidBy(message.role, block, calls, results));
  return requests.map((request, position) => {
    const own = messages[position] ?? [];
    const before = messages[position - 1] ?? [];
    const after = messages[position + 1] ?? [];
    const shared = commonLength(before, own);
    const [first, ...rest] = own.slice(shared);
    // The answer before is shown with the request that it answered.
    const isAnswer = position > 0 && shared === before.length && first?.role === 'assistant';
    const added = first === undefined || isAnswer ? rest : [first, ...rest];
    const back = commonLength(own, after) === own.length ? after[own.length] : undefined;
    const answered = back?.role === 'assistant' ? saidIn(back) : saidInAnswer(request.answer);
    return { request, added: added.flatMap(saidIn), sent: own.flatMap(saidIn), answered };
  });
}

function saidBy(
  who: string,
  { type, text = '', kind = type, id = '', name = '', input = '', blocks = [] }: Block,
  calls: ReadonlySet<string>,
  results: ReadonlyMap<string, string>,
): readonly Said[] {
  switch (type) {
    case 'text':
    case 'reasoning':
    case 'refusal':
      return [{ who, kind: type, text }];
    case 'call':
      return [{ who, kind: 'call', text: name, args: jsonOrText(input), result: results.get(id) }];
    case 'result':
      // It stands in the card of its call.
      return calls.has(id) ? [] : [{ who: 'tool', kind: 'text', text: textOf(blocks) }];
    default:
      return [{ who, kind: 'other', text: kind }];
  }
}

function blocksOf({ blocks }: Message): readonly Block[] {
  // The type is that of the interface's description.
  return blocks as readonly Block[];
}

function textOf(blocks: readonly Block[]): string {
  return blocks.map(({ type, text }) => (type === 'text' ? text : `(${type})`)).join('\n');
}

function commonLength(one: readonly Message[], other: readonly Message[]): number {
  let length = 0;
  while (
    length < Math.min(one.length, other.length) &&
    JSON.stringify(one[length]) === JSON.stringify(other[length])
  ) {
    length++;
  }
  return length;
}
