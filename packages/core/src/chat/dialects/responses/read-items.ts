import type { RequestIssue } from '../../../errors.ts';
import { mediaSource, textOrLong } from '../../../inference/media-source.ts';
import { quote } from '../../../input/quote.ts';
import type { JsonObject } from '../../../json-value.ts';
import type { Block, ChatMessage, Sealed, TextPhase } from '../../../ports/conversation.ts';
import type { ResponseItem } from '../../../resources/response-request.ts';
import { unpackSealed } from '../../sealed-text.ts';
import { issue } from '../issue.ts';
import { extrasOf, given, wordSet } from '../members.ts';
import { writeFreeInput } from './free-input.ts';
import { callOfSeal } from './seal-of-call.ts';
import { flatName } from './read-tools.ts';
import { readContent } from './read-content.ts';

/** What was read of the items of a conversation. */
export interface ReadItems {
  readonly messages: readonly ChatMessage[];
  readonly issues: readonly RequestIssue[];
  /** Whether sealed data was left out that nobody could read. */
  readonly hasDropped: boolean;
}

/**
 * Reads the items of a conversation. What a model said and did without a word of anybody else is one
 * turn, in order; so are results of tools that follow each other. Items without content are left out.
 */
export function readItems(items: readonly ResponseItem[]): ReadItems {
  const transcript = new Transcript();
  for (const [position, item] of items.entries()) transcript.read(item, `input[${position}]`);
  return transcript;
}

/** Items that name what a gateway would have to remember. */
const REFERENCE = 'item_reference';

class Transcript implements ReadItems {
  readonly messages: ChatMessage[] = [];
  readonly issues: RequestIssue[] = [];
  hasDropped = false;
  /** Calls that await their result. */
  readonly #open = new Set<string>();
  /** Where each call is in the turn that goes on, the last one of its id. */
  readonly #calls = new Map<string, number>();
  /** The turn that goes on, by who it is of. */
  #turn: { readonly role: 'assistant' | 'user'; readonly blocks: Block[] } | undefined;

  read(item: ResponseItem, path: string): void {
    // The schema has judged items of these types.
    const known = item as KnownItem;
    switch (known.type) {
      case undefined:
      case 'message':
        return this.#message(known, path);
      case 'function_call':
        return this.#call(known, known.arguments, path);
      case 'custom_tool_call':
        return this.#call(known, writeFreeInput(known.input), path);
      case 'function_call_output':
      case 'custom_tool_call_output':
        return this.#result(known, path);
      case 'reasoning':
        return this.#reasoning(known);
      case 'image_generation_call':
        return this.#image(known, path);
      default: {
        const { type } = item;
        if (type === REFERENCE) {
          const sentence = `is ${type}, but this gateway keeps no items; send the item itself`;
          this.issues.push(issue(`${path}.type`, sentence));
        } else this.#foreign(item, path);
      }
    }
  }

  #foreign(value: JsonObject, at: string): void {
    this.#append('assistant', { type: 'foreign', wire: 'openai-responses', value, at });
  }

  /** An image that a model made; without it the call means something to its own interface only. */
  #image(item: ImageItem, path: string): void {
    const { type: _, status: __, result, ...extras } = item;
    const data = textOrLong(result);
    if (data === undefined) return this.#foreign(item, path);
    const source = mediaSource('base64', data);
    this.#append('assistant', {
      type: 'media',
      kind: 'image',
      mediaType: undefined,
      source,
      extras,
      at: path,
    });
  }

  #message({ role, content, phase, ...rest }: MessageItem, path: string): void {
    const { blocks, issues } = readContent(content, `${path}.content`);
    this.issues.push(...issues);
    const said = blocks.map((block) =>
      block.type === 'text' ? { ...block, ...given({ phase: phaseOf(phase) }) } : block,
    );
    if (role === 'assistant') return this.#append('assistant', ...said);
    this.#turn = undefined;
    if (said.length > 0) this.messages.push({ role, blocks: said, ...extrasOf(rest, KNOWN) });
  }

  #call({ call_id: id, name, namespace }: CallItem, input: string, path: string): void {
    if (this.#open.has(id)) {
      this.issues.push(issue(`${path}.call_id`, `repeats ${quote(id)}, which has no result yet`));
    }
    this.#open.add(id);
    const called = flatName(name, namespace ?? undefined);
    this.#append('assistant', { type: 'call', id, name: called, input, by: 'client' });
    this.#calls.set(id, (this.#turn?.blocks.length ?? 0) - 1);
  }

  #result({ call_id: id, output }: ResultItem, path: string): void {
    const { blocks, issues } = readContent(output, `${path}.output`);
    this.issues.push(...issues);
    if (!this.#open.delete(id)) {
      const sentence = `is ${quote(id)}, which no call before it has: every result answers a call`;
      this.issues.push(issue(`${path}.call_id`, sentence));
    }
    this.#append('user', { type: 'result', id, isError: false, blocks });
  }

  #reasoning({ id, summary, content, encrypted_content: encrypted }: ReasoningItem): void {
    const isSummary = (content ?? []).length === 0;
    const text = ((isSummary ? summary : content) ?? []).map((part) => part.text).join('\n\n');
    const sealed = sealedIn(encrypted ?? '', id);
    this.hasDropped ||= sealed === undefined && !!encrypted;
    if (text === '' && sealed === undefined) return;
    const ofCall = sealed && callOfSeal(sealed);
    if (ofCall !== undefined) return this.#seal(ofCall.callId, ofCall.sealed);
    this.#append('assistant', { type: 'reasoning', text, isSummary, ...given({ sealed }) });
  }

  /** Puts sealed data to its call, where the client still has that. */
  #seal(callId: string, sealed: Sealed): void {
    const blocks = this.#turn?.blocks ?? [];
    const position = this.#calls.get(callId) ?? -1;
    const call = blocks[position];
    if (call !== undefined) blocks[position] = { ...call, sealed };
  }

  #append(role: 'assistant' | 'user', ...blocks: readonly Block[]): void {
    if (blocks.length === 0) return;
    if (this.#turn?.role !== role) {
      this.#turn = { role, blocks: [] };
      this.#calls.clear();
      this.messages.push(this.#turn);
    }
    this.#turn.blocks.push(...blocks);
  }
}

/** Of messages; `id` and `status` are those of an answer, which nobody remembers. */
const KNOWN = wordSet('type id status');

/** Native data that names no issuer goes to any endpoint of this wire. Source: contract §12.3. */
function sealedIn(text: string, id: string | undefined): Sealed | undefined {
  const packed = unpackSealed(text);
  if (packed !== undefined || text === '' || text.startsWith('mg1.')) return packed;
  return { issuer: 'openai-responses', data: { ...given({ id }), encrypted_content: text } };
}

function phaseOf(phase: unknown): TextPhase | undefined {
  return phase === 'commentary' || phase === 'final_answer' ? phase : undefined;
}

interface MessageItem extends JsonObject {
  readonly type?: 'message';
  readonly role: ChatMessage['role'];
  readonly content: unknown;
  readonly phase?: unknown;
}

interface CallItem {
  readonly call_id: string;
  readonly name: string;
  readonly namespace?: string | null;
}

interface ResultItem {
  readonly type: 'function_call_output' | 'custom_tool_call_output';
  readonly call_id: string;
  readonly output: unknown;
}

interface ReasoningItem {
  readonly type: 'reasoning';
  readonly id?: string;
  readonly summary?: readonly { readonly text: string }[] | null;
  readonly content?: readonly { readonly text: string }[] | null;
  readonly encrypted_content?: string | null;
}

interface ImageItem extends JsonObject {
  readonly type: 'image_generation_call';
  readonly result?: unknown;
}

type KnownItem =
  | MessageItem
  | ResultItem
  | ReasoningItem
  | ImageItem
  | (CallItem & { readonly type: 'function_call'; readonly arguments: string })
  | (CallItem & { readonly type: 'custom_tool_call'; readonly input: string })
  | { readonly type: 'item_reference' };
