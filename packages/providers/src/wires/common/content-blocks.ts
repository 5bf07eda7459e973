import { ProviderFailure } from '@model-gateway/core';
import type { ChatPart, Sealed } from '@model-gateway/core/chat';
import { isJsonObject, parseExactly, present, type JsonObject } from '@model-gateway/core/kit';
import { fieldsOf, listOf, textOf, type Fields } from '../../http/fields.ts';
import { CallIds } from './call-ids.ts';
import { CallInput, NOT_AN_OBJECT, unusable, writtenInput } from './call-input.ts';

/** What the blocks of an answer mean at its endpoint. */
export interface BlockRules {
  /** Who signs the thinking. */
  readonly issuer: string;
  /** Returns the client's name of a tool. */
  readonly nameOf: (name: string) => string;
}

interface Common {
  /** The number that the wire gives the block. */
  readonly index: number;
}
interface Speech extends Common {
  readonly kind: 'text' | 'reasoning';
  /** Undefined until something was said. */
  block: number | undefined;
  signature: string;
  readonly citations: Fields[];
  /** Where its text begins in the text of the whole answer. */
  readonly from: number;
}
interface Call extends Common {
  readonly kind: 'call';
  readonly block: number;
  readonly input: CallInput;
  /** Told at the start, by servers that send no deltas. */
  readonly given: unknown;
}
interface Foreign extends Common {
  readonly kind: 'foreign';
  readonly value: JsonObject;
  input: string;
}
/** One that came whole. */
interface Over extends Common {
  readonly kind: 'over';
}

/** More would be a model that has lost its way. */
const MOST_CALLS = 1000;

/**
 * Opens, fills and closes the blocks of one answer, which follow each other on the wire. A call whose
 * input is incomplete stays open until the stop reason says why, one without input until anything
 * follows it. Parts are in `taken()`.
 */
export class ContentBlocks {
  readonly #rules: BlockRules;
  #parts: ChatPart[] = [];
  #next = 0;
  #current: Speech | Call | Foreign | Over | undefined;
  #unfinished: Call | undefined;
  readonly #ids = new CallIds();
  #calls = 0;
  #length = 0;
  /** The id of the message. */
  answerId: string | undefined;

  constructor(rules: BlockRules) {
    this.#rules = rules;
  }

  /** Returns the parts since the last time. */
  taken(): ChatPart[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  /** Whether a text is open, and not signed yet: a delta that signs it as well says more than text. */
  get isSpeaking(): boolean {
    const open = this.#current;
    return (open?.kind === 'text' || open?.kind === 'reasoning') && open.signature === '';
  }

  /** Takes note of what was said in the open text without `delta`. */
  goneOn(text: string): void {
    if (this.#current?.kind === 'text') this.#length += text.length;
  }

  /** Begins a block; one that is open has ended. */
  start(index: number, content: Fields): void {
    this.stop();
    this.#settle();
    switch (content['type']) {
      case 'text':
        this.#current = this.#speech(index, 'text', [...listOf(content['citations'])]);
        this.#say(this.#current, content['text']);
        return;
      case 'thinking':
        this.#current = this.#speech(index, 'reasoning');
        this.#current.signature = textOf(content['signature']) ?? '';
        this.#say(this.#current, content['thinking']);
        return;
      case 'redacted_thinking':
        this.#current = { index, kind: 'over' };
        this.#whole('', { data: String(content['data']) });
        return;
      case 'tool_use':
        this.#current = this.#call(index, content);
        return;
      default:
        this.#current = isJsonObject(content)
          ? { index, kind: 'foreign', value: content, input: '' }
          : { index, kind: 'over' };
    }
  }

  /** Adds to a block, which a server may not have announced. */
  delta(index: number, delta: Fields): void {
    const type = String(delta['type']);
    const begins = BEGINS.get(type);
    if (this.#current?.index !== index && begins !== undefined) this.start(index, { type: begins });
    const open = this.#current;
    if (open?.index !== index) return;
    if (type === 'input_json_delta') {
      return this.#input(open, textOf(delta['partial_json']) ?? '');
    }
    if (open.kind !== 'text' && open.kind !== 'reasoning') return;
    if (type === 'signature_delta') open.signature += textOf(delta['signature']) ?? '';
    else if (type === 'citations_delta') open.citations.push(fieldsOf(delta['citation']));
    else this.#say(open, delta[open.kind === 'text' ? 'text' : 'thinking']);
  }

  /** Ends the block that is open. */
  stop(): void {
    const open = this.#current;
    this.#current = undefined;
    switch (open?.kind) {
      case 'text':
      case 'reasoning':
        return this.#hush(open);
      case 'call':
        return this.#stopCall(open);
      case 'foreign':
        return this.#pass(open);
      case 'over':
      case undefined:
    }
  }

  /**
   * Ends the answer; `isCut` when its end may have cut a call off, and whether it has is returned.
   * Throws `generation` for a call that is incomplete for no reason.
   */
  end(isCut: boolean): boolean {
    this.stop();
    if (!isCut) this.#settle();
    const unfinished = this.#unfinished;
    if (unfinished === undefined) return false;
    this.#unfinished = undefined;
    this.#parts.push({ type: 'close', block: unfinished.block, isCut: true });
    return true;
  }

  /** Closes a call that has no input and was not cut off. */
  #settle(): void {
    const unfinished = this.#unfinished;
    if (unfinished === undefined) return;
    if (!unfinished.input.isBlank) throw unusable(NOT_AN_OBJECT);
    this.#unfinished = undefined;
    this.#parts.push({ type: 'close', block: unfinished.block });
  }

  /** Says why the model declines. */
  refuse(text: string): void {
    const block = this.#next++;
    this.#parts.push(
      { type: 'open', block, kind: 'refusal' },
      { type: 'delta', block, text },
      { type: 'close', block },
    );
  }

  #speech(index: number, kind: Speech['kind'], citations: Fields[] = []): Speech {
    return { index, kind, block: undefined, signature: '', citations, from: this.#length };
  }

  #say(speech: Speech, text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    const { kind } = speech;
    if (speech.block === undefined) {
      speech.block = this.#next++;
      this.#parts.push({ type: 'open', block: speech.block, kind });
    }
    if (kind === 'text') this.#length += text.length;
    this.#parts.push({ type: 'delta', block: speech.block, text });
  }

  #hush({ kind, block, signature, citations, from }: Speech): void {
    const sealed = signature === '' ? undefined : this.#sealed({ signature });
    if (block === undefined) {
      // Thinking that is not shown is signed all the same.
      if (kind === 'reasoning' && sealed !== undefined) this.#whole('', { signature });
      return;
    }
    const range = { start_index: from, end_index: this.#length };
    const annotations = citations.flatMap((citation) => annotationOf(citation, range));
    if (annotations.length > 0) this.#parts.push({ type: 'note', block, annotations });
    this.#parts.push({ type: 'close', block, ...(kind === 'reasoning' && present({ sealed })) });
  }

  #whole(text: string, data: JsonObject): void {
    const value = {
      type: 'reasoning',
      text,
      isSummary: false,
      sealed: this.#sealed(data),
    } as const;
    this.#parts.push({ type: 'whole', block: this.#next++, value });
  }

  #sealed(data: JsonObject): Sealed {
    return { issuer: this.#rules.issuer, data };
  }

  #call(index: number, { id, name, input: given }: Fields): Call {
    const called = textOf(name);
    if (called === undefined) throw unusable('without a name');
    this.#calls++;
    if (this.#calls > MOST_CALLS) {
      throw new ProviderFailure('malformed', `it called more than ${MOST_CALLS} tools`);
    }
    const block = this.#next++;
    this.#parts.push({
      type: 'open',
      block,
      kind: 'call',
      id: this.#ids.of(textOf(id), this.answerId, block),
      name: this.#rules.nameOf(called),
      by: 'client',
    });
    return { index, kind: 'call', block, input: new CallInput(), given };
  }

  #input(open: Speech | Call | Foreign | Over, text: string): void {
    if (open.kind === 'foreign') open.input += text;
    if (open.kind !== 'call' || text === '') return;
    open.input.push(text);
    const ready = open.input.release();
    if (ready !== '') this.#parts.push({ type: 'delta', block: open.block, text: ready });
  }

  #stopCall(call: Call): void {
    const { given, block, input } = call;
    if (input.isBlank && isJsonObject(given) && Object.keys(given).length > 0) {
      this.#input(call, writtenInput(given));
    }
    const { rest } = input;
    if (rest === undefined || input.isBlank) {
      this.#unfinished = call;
      return;
    }
    if (rest !== '') this.#parts.push({ type: 'delta', block, text: rest });
    this.#parts.push({ type: 'close', block });
  }

  #pass({ value, input }: Foreign): void {
    const whole = input === '' ? value : { ...value, input: parsed(input) };
    const block = { type: 'foreign', wire: 'anthropic-messages', value: whole } as const;
    this.#parts.push({ type: 'whole', block: this.#next++, value: block });
  }
}

/** The block that a delta belongs to. */
const BEGINS: ReadonlyMap<string, string> = new Map([
  ['text_delta', 'text'],
  ['citations_delta', 'text'],
  ['thinking_delta', 'thinking'],
  ['signature_delta', 'thinking'],
  ['input_json_delta', 'tool_use'],
]);

function parsed(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return {};
  }
}

/** Citations of pages, in the form of chat completions; there is no form there for the others. */
function annotationOf({ url, title, cited_text: content }: Fields, range: object): JsonObject[] {
  if (typeof url !== 'string') return [];
  const cited = present({ url, title: textOf(title), content: textOf(content), ...range });
  return [{ type: 'url_citation', url_citation: cited }];
}
