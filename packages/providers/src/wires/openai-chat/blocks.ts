import type { ChatPart, MediaBlock } from '@model-gateway/core/chat';
import { addAll, isJsonObject, type JsonObject } from '@model-gateway/core/kit';
import { fieldsOf, textOf, type Fields } from '../../http/fields.ts';
import { Calls } from './calls.ts';

type Kind = 'text' | 'reasoning' | 'refusal';

/** A piece of what the model says, and what is said about it. */
interface Said {
  readonly kind: Kind;
  readonly text: string;
  readonly note: Note;
}

type Piece = Said | MediaBlock;

type Note = Omit<ChatPart & { readonly type: 'note' }, 'type' | 'block'>;

/** Numbers the blocks of one answer and opens, fills and closes them, delta by delta. */
export class Blocks {
  #next = 0;
  #open: { readonly block: number; readonly kind: Kind } | undefined;
  readonly #calls: Calls;
  /** What was said while the input of a call was incomplete: a call has to close first. */
  #waiting: Piece[] = [];

  constructor(nameOf: (name: string) => string) {
    this.#calls = new Calls(() => this.#next++, nameOf);
  }

  /** Whether a text is open, and no call. */
  get isSpeaking(): boolean {
    return this.#open !== undefined && !this.#calls.areOpen;
  }

  /** Reads the delta of a chunk, or the message of an answer in JSON. */
  read(delta: Fields, logprobs: Fields, answerId: string | undefined): readonly ChatPart[] {
    const parts: ChatPart[] = [];
    for (const piece of piecesOf(delta, logprobs)) this.#say(piece, parts);
    for (const image of imagesOf(delta)) this.#say(image, parts);
    const { tool_calls: entries } = delta;
    // An empty list says nothing, and some servers send one with every delta.
    if (!Array.isArray(entries) || entries.length === 0) return parts;
    const called = this.#calls.read(entries.map(fieldsOf), answerId);
    if (called.length > 0) this.#hush(parts);
    addAll(parts, called);
    return parts;
  }

  /** Closes everything; `isCut` when a call may be incomplete. Throws `generation` for one that may not. */
  end(isCut: boolean): readonly ChatPart[] {
    const parts: ChatPart[] = [];
    this.#hush(parts);
    parts.push(...this.#calls.end(isCut));
    for (const piece of this.#waiting) this.#say(piece, parts);
    this.#hush(parts);
    return parts;
  }

  #say(piece: Piece, parts: ChatPart[]): void {
    if (this.#calls.areOpen) {
      parts.push(...this.#calls.closeWhole());
      if (this.#calls.areOpen) return void this.#waiting.push(piece);
    }
    if ('source' in piece) {
      this.#hush(parts);
      return void parts.push({ type: 'whole', block: this.#next++, value: piece });
    }
    const { kind, text, note } = piece;
    if (this.#open?.kind !== kind) {
      if (text === '') return;
      this.#hush(parts);
      this.#open = { block: this.#next++, kind };
      parts.push({ type: 'open', ...this.#open });
    }
    const { block } = this.#open;
    if (text !== '') parts.push({ type: 'delta', block, text });
    if (Object.keys(note).length > 0) parts.push({ type: 'note', block, ...note });
  }

  #hush(parts: ChatPart[]): void {
    if (this.#open !== undefined) parts.push({ type: 'close', block: this.#open.block });
    this.#open = undefined;
  }
}

const NOTHING: Note = {};

/** Reasoning comes before the text that it leads to. */
function piecesOf(delta: Fields, logprobs: Fields): readonly Said[] {
  const pieces: Said[] = [];
  const reasoning = textOf(delta['reasoning_content']) ?? textOf(delta['reasoning']);
  if (reasoning !== undefined) pieces.push({ kind: 'reasoning', text: reasoning, note: NOTHING });
  const { content } = delta;
  if (Array.isArray(content)) addAll(pieces, content.map(fieldsOf).flatMap(piecesOfPart));
  else if (textOf(content) !== undefined) {
    pieces.push({ kind: 'text', text: String(content), note: NOTHING });
  }
  const note = noteOf(delta, logprobs);
  const position = pieces.findLastIndex(({ kind }) => kind === 'text');
  if (note !== undefined) {
    const piece: Said = pieces[position] ?? { kind: 'text', text: '', note };
    pieces.splice(position === -1 ? pieces.length : position, 1, { ...piece, note });
  }
  const refusal = textOf(delta['refusal']);
  const ofRefusal = objectsIn(logprobs['refusal']);
  if (refusal !== undefined || ofRefusal.length > 0) {
    const said = ofRefusal.length > 0 ? { logprobs: ofRefusal } : NOTHING;
    pieces.push({ kind: 'refusal', text: refusal ?? '', note: said });
  }
  return pieces;
}

/** A part of a content that is a list, as Mistral sends it. */
function piecesOfPart(part: Fields): readonly Said[] {
  const { text, thinking } = part;
  if (typeof text === 'string') return [{ kind: 'text', text, note: NOTHING }];
  const thoughts: readonly unknown[] = Array.isArray(thinking) ? thinking : [{ text: thinking }];
  return thoughts.flatMap((thought): Said[] => {
    const { text: said } = fieldsOf(thought);
    return typeof said === 'string' ? [{ kind: 'reasoning', text: said, note: NOTHING }] : [];
  });
}

/** Images that the model made, as gateways answer them. */
function imagesOf({ images }: Fields): readonly MediaBlock[] {
  // Most chunks have none.
  if (images === undefined) return NO_IMAGES;
  return objectsIn(images).flatMap(({ image_url: image }): MediaBlock[] => {
    const url = textOf(fieldsOf(image)['url']);
    if (url === undefined) return [];
    const [head = '', mediaType] = DATA_URL.exec(url.slice(0, LONGEST_HEAD)) ?? [];
    const kind = head === '' ? 'url' : 'base64';
    const source = { kind, value: url.slice(head.length) } as const;
    return [{ type: 'media', kind: 'image', mediaType, source }];
  });
}

const NO_IMAGES: readonly MediaBlock[] = [];

const DATA_URL = /^data:([^;,]+);base64,/;

/** Of a data URL before its data. */
const LONGEST_HEAD = 100;

function noteOf(delta: Fields, logprobs: Fields): Note | undefined {
  const annotations = objectsIn(delta['annotations']);
  const ofTokens = objectsIn(logprobs['content']);
  if (annotations.length === 0 && ofTokens.length === 0) return undefined;
  return {
    ...(annotations.length > 0 && { annotations }),
    ...(ofTokens.length > 0 && { logprobs: ofTokens }),
  };
}

function objectsIn(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}
