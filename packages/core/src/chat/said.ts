import { argumentsIn } from '../json-in.ts';
import type { Block, ChatMessage } from '../ports/conversation.ts';
import { hashKey } from '../secrets/hash-key.ts';

/** A piece of a conversation: what the user says, what tools return, what the model answers. */
export type Said =
  | {
      readonly user: string;
      /** `sha256-` and a digest for each image, sound, film and document. */
      readonly media: readonly string[];
    }
  | { readonly result: SaidResults }
  | { readonly answer: { readonly text: string; readonly calls: readonly SaidCall[] } };

/** Text by the name of the tool; a list, in the order of the calls, of a tool that was called twice. */
type SaidResults = Readonly<Record<string, string | readonly string[]>>;

interface SaidCall {
  readonly name: string;
  /** Text where it is no JSON. */
  readonly args: unknown;
}

/**
 * Returns the pieces of a conversation, without instructions: texts trimmed, results that follow each
 * other as one, and turns of the model, too.
 */
export function saidIn(messages: readonly ChatMessage[]): readonly Said[] {
  const calls: Calls = new Map();
  const pieces: Said[] = [];
  let answer: Answer | undefined;
  let results: ResultOf[] = [];
  const finish = () => {
    if (answer !== undefined) pieces.push({ answer });
    if (results.length > 0) pieces.push({ result: byTool(results, calls) });
    answer = undefined;
    results = [];
  };
  for (const { role, blocks } of messages) {
    if (role === 'assistant') {
      if (answer === undefined) finish();
      answer ??= { text: '', calls: [] };
      addAnswer(answer, blocks, calls);
    } else if (role === 'user') {
      if (answer !== undefined) finish();
      for (const block of blocks) if (block.type === 'result') results.push(block);
      const spoken = blocks.filter(({ type }) => type !== 'result');
      if (spoken.length === 0) continue;
      finish();
      pieces.push({ user: textOf(spoken).trim(), media: mediaIn(spoken) });
    }
  }
  finish();
  return pieces;
}

/** Returns all instructions, joined by a blank line. */
export function systemOf(messages: readonly ChatMessage[]): string {
  return messages
    .flatMap(({ role, blocks }) =>
      role === 'system' || role === 'developer' ? [textOf(blocks)] : [],
    )
    .join('\n\n');
}

type ResultOf = Extract<Block, { readonly type: 'result' }>;

/** The name of the tool and the position of each call, by its id. */
type Calls = Map<string, { readonly name: string; readonly position: number }>;

interface Answer {
  text: string;
  readonly calls: SaidCall[];
}

function addAnswer(answer: Answer, blocks: readonly Block[], calls: Calls): void {
  for (const block of blocks) {
    if (block.type === 'text' || block.type === 'refusal') answer.text += block.text;
    if (block.type !== 'call') continue;
    const { id, name, input } = block;
    calls.set(id, { name, position: calls.size });
    answer.calls.push({ name, args: argumentsIn(input) });
  }
}

function byTool(results: readonly ResultOf[], calls: Calls): SaidResults {
  const positionOf = ({ id }: ResultOf) => calls.get(id)?.position ?? calls.size;
  const texts = new Map<string, string[]>();
  for (const result of results.toSorted((a, b) => positionOf(a) - positionOf(b))) {
    const { id, blocks } = result;
    const name = calls.get(id)?.name ?? id;
    const known = texts.get(name) ?? [];
    known.push(textOf(blocks).trim());
    texts.set(name, known);
  }
  return Object.fromEntries(
    Array.from(texts, ([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]),
  );
}

function textOf(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

function mediaIn(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) =>
    block.type === 'media' ? [`sha256-${hashKey(block.source.value).slice(0, DIGITS)}`] : [],
  );
}

/** As in the names of assets. */
const DIGITS = 32;
