import type {
  Block,
  ChatMessage,
  ChatRequest,
  ChatTool,
  OutputFormat,
} from '@model-gateway/core/chat';
import { systemOf } from '@model-gateway/core/kit';
import { countInput } from './count-tokens.ts';

/** A conversation as rules and the functions of tests see it, whichever dialect it came in. */
export interface Conversation {
  readonly dialect: 'openai' | 'anthropic' | 'responses';
  /** Id of the model, in the client's words. */
  readonly model: string;
  /** All instructions, joined by a blank line. */
  readonly system: string;
  readonly messages: readonly ChatMessage[];
  /** What the user said last, without results of tools; empty before the user said anything. */
  readonly last: string;
  /** What tools have returned since then: text by the name of the tool, and by the id of the call. */
  readonly results: Readonly<Record<string, string>>;
  readonly tools: readonly ChatTool[];
  /** The form that the answer must have. */
  readonly format: OutputFormat;
  /** The whole request, parameters included. */
  readonly request: ChatRequest;
  /** The tokens of the input, estimated. */
  readonly tokens: number;
  /** How often the user has spoken; 1 for the first question. */
  readonly turn: number;
}

const DIALECTS: Readonly<Record<string, Conversation['dialect']>> = {
  'openai-chat': 'openai',
  'anthropic-messages': 'anthropic',
  'openai-responses': 'responses',
};

/** Returns what a request says, as far as rules look at it. */
export function toConversation(request: ChatRequest): Conversation {
  const { messages } = request;
  const conversation = {
    dialect: DIALECTS[request.dialect] ?? 'openai',
    model: request.model,
    system: systemOf(messages),
    messages,
    last: lastIn(request),
    results: resultsIn(request),
    tools: request.tools,
    format: request.format,
    request,
    turn: messages.filter(isSpoken).length,
  };
  // It has the tokens that are defined here.
  return Object.defineProperty(conversation, 'tokens', TOKENS) as Conversation;
}

/**
 * One getter for all conversations: what a getter of each saw, V8 would hold until it collects old
 * objects.
 */
const TOKENS: PropertyDescriptor & ThisType<Conversation> = {
  enumerable: true,
  get() {
    return countInput(this.request);
  },
};

/** Whether the user says something in a message, rather than a tool. */
export function isSpoken({ role, blocks }: ChatMessage): boolean {
  return role === 'user' && !blocks.every(({ type }) => type === 'result');
}

/** The text of a message, without results of tools. */
export function textOf(message: Pick<ChatMessage, 'blocks'> | undefined): string {
  return textIn(message?.blocks ?? []);
}

/** The text of blocks, joined by line breaks. */
function textIn(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** Returns what the user said last, without results of tools; empty before the user said anything. */
export function lastIn({ messages }: Pick<ChatRequest, 'messages'>): string {
  return textOf(messages.findLast(isSpoken));
}

/** Returns what tools have returned since: text by the name of the tool, and by the id of the call. */
export function resultsIn({
  messages: all,
}: Pick<ChatRequest, 'messages'>): Record<string, string> {
  const recent = all.slice(all.findLastIndex(isSpoken) + 1);
  if (recent.length === 0) return {};
  const names = new Map<string, string>();
  for (const { blocks } of all) {
    for (const block of blocks) if (block.type === 'call') names.set(block.id, block.name);
  }
  const results = new Map<string, string>();
  for (const { blocks } of recent) {
    for (const block of blocks) {
      if (block.type !== 'result') continue;
      const text = textIn(block.blocks);
      results.set(block.id, text).set(names.get(block.id) ?? block.id, text);
    }
  }
  // Tools may be called what objects have by themselves.
  return Object.fromEntries(results);
}
