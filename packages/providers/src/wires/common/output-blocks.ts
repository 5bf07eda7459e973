import { ProviderFailure } from '@model-gateway/core';
import type { ChatPart, Sealed, TextPhase } from '@model-gateway/core/chat';
import { present, type JsonObject } from '@model-gateway/core/kit';
import { CallInput, NOT_AN_OBJECT, unusable } from './call-input.ts';

type Kind = 'text' | 'reasoning' | 'refusal';

/** A text that grows, and what is known of it. */
export interface Speech {
  /** The same for all that belongs together. */
  readonly key: string;
  readonly kind: Kind;
  readonly isSummary?: boolean;
  readonly phase?: TextPhase | undefined;
}

/** Of a page, in the words of chat completions. */
export interface Citation extends JsonObject {
  readonly start_index?: unknown;
  readonly end_index?: unknown;
}

interface Call {
  readonly block: number;
  readonly input: CallInput;
  /** Whether its input is text, which the parts have as JSON. */
  readonly isFreeform: boolean;
  isBlank: boolean;
  /** Whether it has ended, so that only the end of the answer may say that it was cut off. */
  isOver: boolean;
}

/**
 * Numbers the blocks of one answer and opens, fills and closes them. Parts are in `taken()`. While a
 * call is open, everything else waits for its end, because no block may open beside it. A call without
 * input stays open until anything follows it.
 */
export class OutputBlocks {
  #next = 0;
  #parts: ChatPart[] = [];
  #speaking: { readonly speech: Speech; readonly block: number } | undefined;
  /** Where each text begins in all text of the answer. */
  readonly #begins = new Map<string, number>();
  #length = 0;
  readonly #calls = new Map<string, Call>();
  readonly #heard = new Set<string>();
  #count = 0;
  #waiting: (() => void)[] = [];

  /** Returns the parts since the last time. */
  taken(): readonly ChatPart[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  /** Whether a text is open, and no call. */
  get isSpeaking(): boolean {
    return this.#speaking !== undefined && this.#calls.size === 0;
  }

  /** Whether this text or this call has begun. */
  has(key: string): boolean {
    return this.#heard.has(key);
  }

  say(speech: Speech, text: string): void {
    if (text === '') return;
    this.#heard.add(speech.key);
    this.#after(() => {
      const { block } = this.#speak(speech);
      this.#parts.push({ type: 'delta', block, text });
      this.goneOn(text);
    });
  }

  /** Takes note of what was said in the open text, here or without `say`. */
  goneOn(text: string): void {
    if (this.#speaking?.speech.kind === 'text') this.#length += text.length;
  }

  note(speech: Speech, note: Omit<ChatPart & { readonly type: 'note' }, 'type' | 'block'>): void {
    this.#after(() => {
      const { block } = this.#speak(speech);
      this.#parts.push({ type: 'note', block, ...note });
    });
  }

  /** Cites pages; positions count in the text of `speech`. */
  cite(speech: Speech, citations: readonly Citation[]): void {
    this.#after(() => {
      const { block } = this.#speak(speech);
      const from = this.#begins.get(speech.key) ?? 0;
      const annotations = citations.map((citation) => annotationOf(citation, from));
      this.#parts.push({ type: 'note', block, annotations });
    });
  }

  /** Ends a text; sealed data of one that is not shown, or no longer open, is a block of its own. */
  hush({ key, isSummary = false }: Speech, sealed: Sealed | undefined): void {
    this.#after(() => {
      const isOpen = this.#speaking?.speech.key === key;
      if (isOpen) this.#close(sealed);
      if (isOpen || sealed === undefined) return;
      this.#close();
      const value = { type: 'reasoning', text: '', isSummary, sealed } as const;
      this.#parts.push({ type: 'whole', block: this.#next++, value });
    });
  }

  /** Adds a block that arrives at once. */
  add(value: (ChatPart & { readonly type: 'whole' })['value']): void {
    this.#after(() => {
      this.#close();
      this.#parts.push({ type: 'whole', block: this.#next++, value });
    });
  }

  /** Begins a call. It may open beside those that are open. */
  call(key: string, id: string, name: string, isFreeform: boolean): void {
    if (this.#heard.has(key)) return;
    this.#heard.add(key);
    this.#count++;
    if (this.#count > MOST_CALLS) {
      throw new ProviderFailure('malformed', `it called more than ${MOST_CALLS} tools`);
    }
    this.#settle();
    this.#close();
    const block = this.#next++;
    const call = { block, input: new CallInput(), isFreeform, isBlank: true, isOver: false };
    this.#calls.set(key, call);
    this.#parts.push({ type: 'open', block, kind: 'call', id, name, by: 'client' });
    if (isFreeform) this.#grow(call, '{"input":"');
  }

  /** Adds to the input of a call. */
  input(key: string, text: string): void {
    const call = this.#calls.get(key);
    if (call === undefined || text === '') return;
    call.isBlank = false;
    // JSON escapes half a character, too, so that text may be split anywhere.
    this.#grow(call, call.isFreeform ? JSON.stringify(text).slice(1, -1) : text);
  }

  /** Tells the whole input of a call, which counts where none came before. */
  inputIs(key: string, whole: string): void {
    if (this.#calls.get(key)?.isBlank === true) this.input(key, whole);
  }

  /**
   * Ends a call, with its whole input for one that had none yet, and its seal. Where the input is
   * incomplete, the end of the answer decides.
   */
  callEnds(key: string, whole: string, sealed?: Sealed): void {
    const call = this.#calls.get(key);
    if (call === undefined) return;
    this.inputIs(key, whole);
    if (call.isFreeform) this.#grow(call, '"}');
    call.isOver = true;
    const { rest, isBlank } = call.input;
    if (rest !== undefined && (!isBlank || sealed !== undefined)) {
      this.#closeCall(key, call, false, sealed);
    }
    this.#flush();
  }

  /** Closes everything; `isCut` when a call may be incomplete. Throws `generation` for one that may not. */
  end(isCut: boolean): void {
    this.#closeAll(isCut);
    this.#close();
  }

  #closeAll(isCut: boolean): void {
    for (const [key, call] of this.#calls) this.#closeCall(key, call, isCut);
    this.#flush();
  }

  #closeCall(key: string, { block, input }: Call, isCut: boolean, sealed?: Sealed): void {
    const { rest } = input;
    if (rest === undefined && !isCut) throw unusable(NOT_AN_OBJECT);
    const isWhole = rest !== undefined && !(isCut && input.isBlank);
    if (isWhole && rest !== '') this.#parts.push({ type: 'delta', block, text: rest });
    const cut = !isWhole && { isCut: true };
    this.#parts.push({ type: 'close', block, ...present({ sealed }), ...cut });
    this.#calls.delete(key);
  }

  /** Closes calls that have ended without input and were not cut off: something follows. */
  #settle(): void {
    for (const [key, call] of this.#calls) {
      if (call.isOver && call.input.isBlank) this.#closeCall(key, call, false);
    }
    this.#flush();
  }

  #grow({ input, block }: Call, text: string): void {
    input.push(text);
    const ready = input.release();
    if (ready !== '') this.#parts.push({ type: 'delta', block, text: ready });
  }

  #after(step: () => void): void {
    this.#settle();
    if (this.#calls.size === 0) step();
    else this.#waiting.push(step);
  }

  #flush(): void {
    if (this.#calls.size > 0) return;
    for (const step of this.#waiting.splice(0)) step();
  }

  #speak(speech: Speech): { readonly block: number } {
    const { key, kind, isSummary, phase } = speech;
    if (this.#speaking?.speech.key === key) return this.#speaking;
    this.#close();
    if (!this.#begins.has(key)) this.#begins.set(key, this.#length);
    this.#speaking = { speech, block: this.#next++ };
    const { block } = this.#speaking;
    this.#parts.push({ type: 'open', block, kind, ...present({ isSummary, phase }) });
    return this.#speaking;
  }

  #close(sealed?: Sealed): void {
    if (this.#speaking === undefined) return;
    const { block } = this.#speaking;
    this.#parts.push({ type: 'close', block, ...present({ sealed }) });
    this.#speaking = undefined;
  }
}

/** More would be a model that has lost its way. */
const MOST_CALLS = 1000;

function annotationOf(citation: Citation, from: number): JsonObject {
  const { start_index: start, end_index: end } = citation;
  const range = {
    ...(typeof start === 'number' && { start_index: from + start }),
    ...(typeof end === 'number' && { end_index: from + end }),
  };
  return { type: 'url_citation', url_citation: { ...citation, ...range } };
}
