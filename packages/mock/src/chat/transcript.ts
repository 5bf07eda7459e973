import type { Block, ChatMessage } from '@model-gateway/core/chat';
import { shorten } from '@model-gateway/core/kit';

/** What is said of a message: a line behind it. */
export interface TranscriptMark {
  /** The position of the message; -1 for what comes before all. */
  readonly at: number;
  readonly text: string;
}

const LONGEST = 100;

/**
 * Returns a conversation as people read it, a line for each part of a message: its number, `+` where
 * it came after the last answer, who speaks, and what. Marks stand behind the message that they are
 * about.
 */
export function transcriptLines(
  messages: readonly ChatMessage[],
  marks: readonly TranscriptMark[] = [],
): readonly string[] {
  const names = new Map<string, string>();
  for (const { blocks } of messages) {
    for (const block of blocks) if (block.type === 'call') names.set(block.id, block.name);
  }
  const answered = messages.findLastIndex(({ role }) => role === 'assistant');
  const marked = (at: number) =>
    marks.filter((mark) => mark.at === at).map(({ text }) => `    ✗ ${text}`);
  const lines = messages.flatMap((message, position) => {
    const isNew = position > answered && answered !== -1;
    return message.blocks.map((block, part) => {
      const number = part === 0 ? String(position + 1) : '';
      const [who, what] = spokenIn(message, block, names);
      return `${number.padStart(3)} ${isNew ? '+' : ' '} ${who.padEnd(10)} ${shorten(what, LONGEST)}`;
    });
  });
  const ends = lengths(messages);
  return [
    ...marked(-1),
    ...messages.flatMap((_, at) => [...lines.slice(ends[at - 1] ?? 0, ends[at]), ...marked(at)]),
  ];
}

/** How many lines there are up to each message. */
function lengths(messages: readonly ChatMessage[]): readonly number[] {
  let count = 0;
  return messages.map(({ blocks }) => (count += blocks.length));
}

function spokenIn(
  { role }: ChatMessage,
  block: Block,
  names: ReadonlyMap<string, string>,
): readonly [who: string, what: string] {
  switch (block.type) {
    case 'text':
      return [role, oneLine(block.text)];
    case 'reasoning':
      return [role, `(thinks) ${oneLine(block.text)}`];
    case 'refusal':
      return [role, `(refuses) ${oneLine(block.text)}`];
    case 'call':
      return [role, `→ ${block.name} ${block.input}`];
    case 'result':
      return ['tool', `${names.get(block.id) ?? block.id}: ${block.blocks.map(textOf).join(' ')}`];
    case 'media':
      return [role, `(${block.kind})`];
    case 'foreign':
      return [role, '(something of one provider)'];
  }
}

function textOf(block: Block): string {
  return block.type === 'text' ? oneLine(block.text) : `(${block.type})`;
}

/** More than is shown; of a long text the pattern would try each blank to the end of its run. */
const MOST_READ = 20 * LONGEST;

function oneLine(text: string): string {
  return text.slice(0, MOST_READ).replaceAll(/\s*\n\s*/g, ' ⏎ ');
}
