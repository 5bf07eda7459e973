import { addAll } from '../../../add-all.ts';
import type { RequestIssue } from '../../../errors.ts';
import { textOrLong } from '../../../inference/media-source.ts';
import { isAddress, mediaOf } from '../../../inference/media-url.ts';
import { quote, quoteValue } from '../../../input/quote.ts';
import type { ChatCompletionMessage } from '../../../resources/chat-completion-request.ts';
import type { Block, ChatMessage } from '../../../ports/conversation.ts';
import { issue } from '../issue.ts';
import { extrasOf, given, othersIn, wordSet } from '../members.ts';
import { readContent } from './read-content.ts';
import { readReasoningDetails, sealsOfCalls } from './read-reasoning-details.ts';

interface ReadMessages {
  readonly messages: readonly ChatMessage[];
  readonly issues: readonly RequestIssue[];
}

/**
 * Reads the transcript. Results of tools that follow each other become one `user` turn, in order.
 * Turns without content stay, empty, so that each encoder decides what its wire needs.
 */
export function readMessages(messages: readonly ChatCompletionMessage[]): ReadMessages {
  const read: ChatMessage[] = [];
  const issues: RequestIssue[] = [];
  /** Calls that await their result. */
  let open: Set<string> | undefined;
  let results: Block[] | undefined;
  for (const [position, message] of messages.entries()) {
    const { blocks, issues: found } = readContent(message.content, position);
    addAll(issues, found);
    if (message.role === 'tool') {
      const { tool_call_id: id } = message as { readonly tool_call_id: string };
      if (open?.delete(id) !== true) issues.push(orphan(position, id));
      if (results === undefined) read.push({ role: 'user', blocks: (results = []) });
      results.push({ type: 'result', id, isError: false, blocks });
      continue;
    }
    results = undefined;
    if (message.role === 'assistant') {
      addAll(issues, repeatedIds(message, position));
      const turn = readAssistant(message, blocks, position, issues);
      for (const block of turn.blocks) {
        if (block.type === 'call') (open ??= new Set()).add(block.id);
      }
      read.push(turn);
    } else {
      if (message.role !== 'user') addAll(issues, notText(message, position));
      const { role, name } = message;
      const named = typeof name === 'string' ? { role, blocks, name } : { role, blocks };
      const extras = othersIn(message, KNOWN);
      read.push(extras === undefined ? named : { ...named, extras });
    }
  }
  return { messages: read, issues };
}

const KNOWN = wordSet('role content name');
/** What answers have, and what OpenAI's client adds to them, comes back and says nothing to a model. */
const KNOWN_OF_ASSISTANT = wordSet(
  'role content name refusal reasoning reasoning_content reasoning_details tool_calls images',
  'annotations parsed',
);

/** An assistant's turn: reasoning, then text, then calls, which is how models produce them. */
function readAssistant(
  message: Assistant,
  content: readonly Block[],
  position: number,
  issues: RequestIssue[],
): ChatMessage {
  const { reasoning_details: details, refusal, tool_calls: calls, images } = message;
  // Most turns have none of these.
  const blocks: Block[] = details ? [...readReasoningDetails(details)] : [];
  const plain = message.reasoning ?? message.reasoning_content ?? '';
  if (blocks.length === 0 && plain !== '') {
    blocks.push({ type: 'reasoning', text: plain, isSummary: false });
  }
  addAll(blocks, content);
  if (images) addAll(issues, addImages(blocks, images, `messages[${position}].images`));
  if (refusal) blocks.push({ type: 'refusal', text: refusal });
  if (calls) addCalls(blocks, calls, details ?? []);
  const extras = extrasOf(message, KNOWN_OF_ASSISTANT);
  return { role: 'assistant', ...given({ name: message.name }), blocks, ...extras };
}

/** Images that a model made, as answers have them. */
function addImages(
  blocks: Block[],
  images: NonNullable<Assistant['images']>,
  path: string,
): readonly RequestIssue[] {
  return images.flatMap(({ image_url: { url } }, position) => {
    const text = textOrLong(url) ?? '';
    const at = `${path}[${position}]`;
    if (!isAddress(text)) {
      const sentence = `must be an HTTP(S) URL or a data URL, got ${quoteValue(text.toString())}`;
      return [issue(`${at}.image_url.url`, sentence)];
    }
    blocks.push({ ...mediaOf('image', text), at });
    return [];
  });
}

function addCalls(
  blocks: Block[],
  calls: NonNullable<Assistant['tool_calls']>,
  details: NonNullable<Assistant['reasoning_details']>,
): void {
  const seals = sealsOfCalls(details);
  for (const { id, function: called } of calls) {
    const { name, arguments: input } = called;
    const sealed = given({ sealed: seals.get(id) });
    blocks.push({ type: 'call', id, name, input, by: 'client', ...sealed });
  }
}

type Assistant = ChatCompletionMessage & { readonly role: 'assistant' };

/** Two calls of one turn with the same id could not be told apart by their results. */
function repeatedIds({ tool_calls: calls }: Assistant, at: number): readonly RequestIssue[] {
  if (!calls) return NO_ISSUES;
  const ids = new Set<string>();
  return calls.flatMap(({ id }, position) => {
    if (ids.has(id)) {
      return [issue(`messages[${at}].tool_calls[${position}].id`, `repeats ${quote(id)}`)];
    }
    ids.add(id);
    return [];
  });
}

/** Instructions are text. */
function notText({ role, content }: ChatCompletionMessage, at: number): readonly RequestIssue[] {
  if (!Array.isArray(content)) return NO_ISSUES;
  return content.flatMap(({ type }, position) =>
    type === 'text'
      ? []
      : [
          issue(
            `messages[${at}].content[${position}].type`,
            `must be text in a message of the role ${role}, got ${quote(type)}`,
          ),
        ],
  );
}

const NO_ISSUES: readonly RequestIssue[] = [];

function orphan(position: number, id: string): RequestIssue {
  const sentence = `is ${quote(id)}, which no call before it has: every result answers a call of an assistant turn`;
  return issue(`messages[${position}].tool_call_id`, sentence);
}
