import { addAll } from '../add-all.ts';
import type { JsonObject } from '../json-value.ts';
import type { Block } from '../ports/conversation.ts';
import { present } from '../present.ts';
import type { ChatPart, ChatUsage, FinishPart, OpenPart } from '../ports/chat-parts.ts';

/** A whole answer. */
export interface ChatResult {
  /** The id that the provider gave it. */
  readonly id: string | undefined;
  /** The model that answered, in the provider's words. */
  readonly model: string | undefined;
  /** `system_fingerprint`, where the provider tells one. */
  readonly fingerprint: string | undefined;
  readonly blocks: readonly Block[];
  /** Undefined when the answer was broken off. */
  readonly finish: FinishPart | undefined;
  readonly usage: ChatUsage | undefined;
}

/** Puts an answer together from its parts, which have been checked. */
export class AnswerCollector {
  #id: string | undefined;
  #model: string | undefined;
  #fingerprint: string | undefined;
  readonly #blocks: Block[] = [];
  readonly #open = new Map<number, OpenText>();
  #finish: FinishPart | undefined;
  #usage: ChatUsage | undefined;

  add(part: ChatPart): void {
    switch (part.type) {
      case 'start':
        this.#id = part.id;
        this.#model = part.model;
        this.#fingerprint = part.fingerprint;
        break;
      case 'open':
        this.#open.set(part.block, { part, pieces: [], annotations: [], logprobs: [] });
        break;
      case 'delta':
        this.#open.get(part.block)?.pieces.push(part.text);
        break;
      case 'note': {
        const open = this.#open.get(part.block);
        addAll(open?.annotations ?? [], part.annotations ?? []);
        addAll(open?.logprobs ?? [], part.logprobs ?? []);
        break;
      }
      case 'close': {
        const open = this.#open.get(part.block);
        if (open === undefined) break;
        this.#open.delete(part.block);
        const block = blockOf(open);
        const isPlain = part.sealed === undefined && part.isCut !== true;
        this.#blocks[part.block] = isPlain
          ? block
          : {
              ...block,
              ...present({ sealed: part.sealed }),
              ...(part.isCut === true && { isCut: true }),
            };
        break;
      }
      case 'whole':
        this.#blocks[part.block] = part.value;
        break;
      case 'usage':
        this.#usage = part.usage;
        break;
      case 'finish':
        this.#finish = part;
        break;
      case 'done':
    }
  }

  /** Returns what has arrived so far, with the text of blocks that are still open. */
  result(): ChatResult {
    const blocks = [...this.#blocks];
    for (const [position, open] of this.#open) blocks[position] = blockOf(open);
    return {
      id: this.#id,
      model: this.#model,
      fingerprint: this.#fingerprint,
      blocks,
      finish: this.#finish,
      usage: this.#usage,
    };
  }
}

/** Reads a whole answer. Rejects as its iteration does. */
export async function collectAnswer(
  steps: AsyncIterable<readonly ChatPart[]>,
): Promise<ChatResult> {
  const collector = new AnswerCollector();
  for await (const parts of steps) {
    for (const part of parts) collector.add(part);
  }
  return collector.result();
}

interface OpenText {
  readonly part: OpenPart;
  readonly pieces: string[];
  readonly annotations: JsonObject[];
  readonly logprobs: JsonObject[];
}

function blockOf({ part, pieces, annotations, logprobs }: OpenText): Block {
  const text = pieces.join('');
  const logged = logprobs.length > 0 && { logprobs };
  switch (part.kind) {
    case 'text':
      return {
        type: 'text',
        text,
        ...present({ phase: part.phase }),
        ...(annotations.length > 0 && { annotations }),
        ...logged,
      };
    case 'reasoning':
      return { type: 'reasoning', text, isSummary: part.isSummary ?? false };
    case 'refusal':
      return { type: 'refusal', text, ...logged };
    case 'call':
      return { type: 'call', id: part.id, name: part.name, input: text, by: part.by };
  }
}
