import type { Block, ChatMessage, ChatRequest } from '@model-gateway/core/chat';
import type { JsonObject } from '@model-gateway/core/kit';

/** How blocks are written: nothing for one that says nothing. */
export interface TurnBlocks {
  /** In a turn of the user, and in instructions. */
  readonly user: (block: Block) => readonly JsonObject[];
  readonly assistant: (block: Block) => readonly JsonObject[];
}

/** The transcript, and the instructions before it. */
interface Turns {
  readonly system: readonly JsonObject[];
  readonly messages: readonly JsonObject[];
}

interface Turn {
  readonly role: 'user' | 'assistant' | 'system';
  /** Of the user: what tools returned, which has to come first. */
  readonly results: JsonObject[];
  readonly said: JsonObject[];
}

/**
 * Returns the turns of a conversation. Turns of one role that follow each other are one. Instructions
 * within the conversation stay in their place, so that what is before them stays in the prompt cache:
 * behind a turn of the user under their own role, where the model knows it, else as the user's words.
 */
export function encodeTurns(
  { messages }: Pick<ChatRequest, 'messages'>,
  write: TurnBlocks,
  { systemAnywhere }: { readonly systemAnywhere: boolean },
): Turns {
  const start = messages.findIndex(({ role }) => !isInstruction(role));
  const first = start === -1 ? messages.length : start;
  const instructions = messages.slice(0, first).flatMap(({ blocks }) => said(blocks, write));
  const turns: Turn[] = [];
  /** Instructions that wait for a turn of the user to stand behind. */
  let waiting: JsonObject[] = [];

  const turnOf = (role: Turn['role']): Turn => {
    const last = turns.at(-1);
    if (last?.role === role) return last;
    const turn: Turn = { role, results: [], said: [] };
    turns.push(turn);
    return turn;
  };
  const place = () => {
    if (waiting.length === 0) return;
    const isBehindUser = turns.at(-1)?.role !== 'assistant';
    turnOf(systemAnywhere && isBehindUser ? 'system' : 'user').said.push(...waiting);
    waiting = [];
  };
  const add = ({ role, blocks }: ChatMessage) => {
    if (role === 'assistant') {
      place();
      const content = blocks.flatMap((block) => write.assistant(block));
      if (content.length > 0) turnOf('assistant').said.push(...content);
      return;
    }
    // Under their own role they need a turn of the user before them; as its words they stand behind results.
    if (!systemAnywhere || turns.at(-1)?.role !== 'assistant') place();
    const results = blocks.filter(({ type }) => type === 'result');
    const content = said(blocks, write);
    if (results.length + content.length === 0) return;
    const turn = turnOf('user');
    turn.results.push(...results.flatMap(write.user));
    turn.said.push(...content);
  };
  for (const message of messages.slice(first)) {
    if (isInstruction(message.role)) waiting.push(...said(message.blocks, write));
    else add(message);
  }
  place();
  // Without a turn there is nothing to answer.
  const isAlone = turns.length === 0;
  return {
    system: isAlone ? [] : instructions,
    messages: isAlone
      ? [{ role: 'user', content: instructions }]
      : turns.map((turn, position) => written(turn, position === turns.length - 1)),
  };
}

function isInstruction(role: ChatMessage['role']): boolean {
  return role === 'system' || role === 'developer';
}

function said(blocks: readonly Block[], { user }: TurnBlocks): readonly JsonObject[] {
  return blocks.flatMap((block) => (block.type === 'result' ? [] : user(block)));
}

function written({ role, results, said: content }: Turn, isLast: boolean): JsonObject {
  const last = content.at(-1);
  const isBegun = isLast && role === 'assistant' && typeof last?.['text'] === 'string';
  // The model goes on with its last words, which must not end in blanks.
  const ended = isBegun
    ? [...content.slice(0, -1), { ...last, text: String(last['text']).trimEnd() }]
    : content;
  return { role, content: [...results, ...ended] };
}
