import type { JsonObject } from '../../../json-value.ts';
import type { Block, Sealed, TextBlock, TextPhase } from '../../../ports/conversation.ts';
import { given } from '../members.ts';
import { packSealed } from '../../sealed-text.ts';
import { readFreeInput } from './free-input.ts';
import type { ToolName } from './read-tools.ts';

type Status = 'in_progress' | 'completed' | 'incomplete';

/** Writes the items of an answer, whole or as they grow. */
export class ItemWriter {
  readonly #suffix: string;
  readonly #names: ReadonlyMap<string, ToolName>;

  /** `answerId` makes ids unique; `names` has what the client calls its tools. */
  constructor(answerId: string, names: ReadonlyMap<string, ToolName>) {
    this.#suffix = answerId.replace(/^gen-/, '');
    this.#names = names;
  }

  /** Returns the item of a block at a position of the output; undefined for what clients do not see. */
  itemOf(block: Block, position: number, status: Status): JsonObject | undefined {
    const id = (prefix: string) => `${prefix}_${this.#suffix}_${position}`;
    switch (block.type) {
      case 'text':
        return message(id('msg'), status, [textPart(block)], block.phase);
      case 'refusal':
        return message(id('msg'), status, [{ type: 'refusal', refusal: block.text }]);
      case 'reasoning':
        return reasoning(id('rs'), block.isSummary, block.text, block.sealed);
      case 'call':
        return block.by === 'client' ? this.#call(block, id, status) : undefined;
      case 'media': {
        const isImage = block.kind === 'image' && block.source.kind === 'base64';
        if (!isImage) return undefined;
        const result = block.source.value;
        return { id: id('ig'), type: 'image_generation_call', status: 'completed', result };
      }
      case 'foreign':
        return block.wire === 'openai-responses' ? block.value : undefined;
      case 'result':
        return undefined;
    }
  }

  #call(
    { id: callId, name: called, input }: Block & { readonly type: 'call' },
    id: (prefix: string) => string,
    status: Status,
  ): JsonObject {
    const { name, namespace, isFreeform } = this.nameOf(called);
    const common = { status, call_id: callId, name, ...given({ namespace }) };
    if (isFreeform) {
      return { id: id('ctc'), type: 'custom_tool_call', ...common, input: readFreeInput(input) };
    }
    const json = input === '' && status === 'completed' ? '{}' : input;
    return { id: id('fc'), type: 'function_call', ...common, arguments: json };
  }

  /** Returns what the client calls a tool; one that it did not name is the model's invention. */
  nameOf(name: string): ToolName {
    return this.#names.get(name) ?? { name, isFreeform: false };
  }
}

/** A part with text. */
export function textPart({
  text,
  annotations = [],
  logprobs = [],
}: Pick<TextBlock, 'text' | 'annotations' | 'logprobs'>): JsonObject {
  return { type: 'output_text', text, annotations, logprobs };
}

/** Returns a text with its annotations as they are here; it begins at `from` in that of the answer. */
export function withOwnAnnotations(block: Block, from: number): Block {
  if (block.type !== 'text' || block.annotations === undefined) return block;
  return { ...block, annotations: block.annotations.map((one) => writeAnnotation(one, from)) };
}

/**
 * Citations of pages are flat here, and nested in chat completions. Their positions count in the text
 * of their part, which begins at `from` in that of the answer.
 */
export function writeAnnotation(annotation: JsonObject, from: number): JsonObject {
  const { type, url_citation: citation, ...rest } = annotation;
  const flat: JsonObject = { type, ...rest, ...(typeof citation === 'object' && citation) };
  const { start_index: start, end_index: end } = flat;
  return {
    ...flat,
    ...(typeof start === 'number' && { start_index: start - from }),
    ...(typeof end === 'number' && { end_index: end - from }),
  };
}

function message(
  id: string,
  status: Status,
  content: readonly JsonObject[],
  phase?: TextPhase,
): JsonObject {
  return { id, type: 'message', status, role: 'assistant', content, ...given({ phase }) };
}

function reasoning(
  id: string,
  isSummary: boolean,
  text: string,
  sealed: Sealed | undefined,
): JsonObject {
  const isShown = text !== '';
  return {
    id,
    type: 'reasoning',
    summary: isShown && isSummary ? [{ type: 'summary_text', text }] : [],
    ...(isShown && !isSummary && { content: [{ type: 'reasoning_text', text }] }),
    ...(sealed !== undefined && { encrypted_content: packSealed(sealed) }),
  };
}
