import { addAll } from '../../../add-all.ts';
import type { JsonObject } from '../../../json-value.ts';
import { present } from '../../../present.ts';
import type { ChatPart, OpenPart } from '../../../ports/chat-parts.ts';
import type { Block } from '../../../ports/conversation.ts';
import { readFreeInput } from './free-input.ts';
import { textPart, writeAnnotation, type ItemWriter } from './write-items.ts';

/** An item that has been added and is not done. */
export interface OpenItem {
  readonly position: number;
  /** Of calls. */
  readonly callId: string | undefined;
  delta(text: string): void;
  note(note: ChatPart & { readonly type: 'note' }): void;
  /** Sends what is left to say of it, and returns it whole. */
  close(part: ChatPart & { readonly type: 'close' }): JsonObject;
  /** Returns what there is of it, printed, for a stream that broke. */
  unfinished(): string;
}

interface OpenItemOptions {
  readonly part: OpenPart;
  readonly position: number;
  readonly items: ItemWriter;
  /** How much text the answer has before it. */
  readonly from: number;
  readonly send: (type: string, members: object) => void;
}

/** Adds the item of a block that opens. */
export function openItem(options: OpenItemOptions): OpenItem {
  const { part, items } = options;
  if (part.kind !== 'call') {
    return new Growing(options, part.kind === 'reasoning' ? reasoningForm(part) : textForm(part));
  }
  const { isFreeform } = items.nameOf(part.name);
  return isFreeform ? new FreeCall(options) : new Growing(options, CALL);
}

/** What the events of an item are called, and what they hold. */
interface Form {
  /** Sent before the first delta; for texts when the item opens. */
  readonly begins?: (place: object) => readonly [type: string, members: object];
  readonly isEager: boolean;
  readonly delta: (place: object, delta: string) => readonly [type: string, members: object];
  /** Sent at the end of an item that has begun. */
  readonly ends: (
    place: object,
    said: Said,
    item: JsonObject,
  ) => readonly (readonly [type: string, members: object])[];
  /** What stands for an item without a delta. */
  readonly fallback: string;
}

interface Said {
  readonly text: string;
  readonly annotations: readonly JsonObject[];
  readonly logprobs: readonly JsonObject[];
}

class Growing implements OpenItem {
  readonly position: number;
  readonly callId: string | undefined;
  readonly #options: OpenItemOptions;
  readonly #form: Form;
  readonly #place: object;
  readonly #pieces: string[] = [];
  readonly #annotations: JsonObject[] = [];
  readonly #logprobs: JsonObject[] = [];
  #hasBegun = false;

  constructor(options: OpenItemOptions, form: Form) {
    this.position = options.position;
    this.callId = options.part.kind === 'call' ? options.part.id : undefined;
    this.#options = options;
    this.#form = form;
    const item = { ...this.#item('in_progress', {}), ...emptied(options.part) };
    this.#place = { item_id: item['id'], output_index: this.position };
    options.send('response.output_item.added', { output_index: this.position, item });
    if (form.isEager) this.#begin();
  }

  delta(text: string): void {
    this.#begin();
    this.#pieces.push(text);
    this.#options.send(...this.#form.delta(this.#place, text));
  }

  note({ annotations = [], logprobs = [] }: ChatPart & { readonly type: 'note' }): void {
    addAll(this.#logprobs, logprobs);
    for (const annotation of annotations) {
      const own = writeAnnotation(annotation, this.#options.from);
      this.#options.send('response.output_text.annotation.added', {
        ...this.#place,
        content_index: 0,
        annotation_index: this.#annotations.length,
        annotation: own,
      });
      this.#annotations.push(own);
    }
  }

  close(part: ChatPart & { readonly type: 'close' }): JsonObject {
    const { fallback, ends } = this.#form;
    const isCut = part.isCut === true;
    if (this.#pieces.length === 0 && fallback !== '' && !isCut) this.delta(fallback);
    const item = this.#item(isCut ? 'incomplete' : 'completed', part);
    if (this.#hasBegun) {
      for (const event of ends(this.#place, this.#said(), item)) this.#options.send(...event);
    }
    return item;
  }

  unfinished(): string {
    return JSON.stringify(this.#item('incomplete', {}));
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const event = this.#form.begins?.(this.#place);
    if (event !== undefined) this.#options.send(...event);
  }

  #said(): Said {
    const [annotations, logprobs] = [this.#annotations, this.#logprobs];
    return { text: this.#pieces.join(''), annotations, logprobs };
  }

  #item(
    status: 'in_progress' | 'completed' | 'incomplete',
    { sealed }: Partial<ChatPart & { readonly type: 'close' }>,
  ): JsonObject {
    const { part, position, items } = this.#options;
    const said = this.#said();
    const block = { ...blockOf(part, said), ...present({ sealed }) };
    return items.itemOf(block, position, status) ?? {};
  }
}

function blockOf(part: OpenPart, { text, annotations, logprobs }: Said): Block {
  switch (part.kind) {
    case 'call':
      return { type: 'call', id: part.id, name: part.name, input: text, by: part.by };
    case 'reasoning':
      return { type: 'reasoning', text, isSummary: part.isSummary ?? false };
    case 'refusal':
      return { type: 'refusal', text };
    case 'text':
      return { type: 'text', text, annotations, logprobs, ...present({ phase: part.phase }) };
  }
}

/** An item begins without content. */
function emptied({ kind }: OpenPart): object {
  return kind === 'text' || kind === 'refusal' ? { content: [] } : {};
}

function textForm({ kind }: OpenPart): Form {
  const isText = kind === 'text';
  const name = isText ? 'output_text' : 'refusal';
  const known = isText ? { logprobs: [] } : {};
  const partOf = (said: Said): JsonObject =>
    isText ? textPart(said) : { type: 'refusal', refusal: said.text };
  return {
    isEager: true,
    fallback: '',
    begins: (place) => [
      'response.content_part.added',
      { ...place, content_index: 0, part: partOf({ text: '', annotations: [], logprobs: [] }) },
    ],
    delta: (place, delta) => [
      `response.${name}.delta`,
      { ...place, content_index: 0, delta, ...known },
    ],
    ends: (place, said) => {
      const at = { ...place, content_index: 0 };
      const { text, logprobs } = said;
      const whole = isText ? { text, logprobs } : { refusal: text };
      return [
        [`response.${name}.done`, { ...at, ...whole }],
        ['response.content_part.done', { ...at, part: partOf(said) }],
      ];
    },
  };
}

function reasoningForm({ isSummary }: OpenPart & { readonly isSummary?: boolean }): Form {
  const index = isSummary === true ? 'summary_index' : 'content_index';
  const part = isSummary === true ? 'reasoning_summary_part' : 'content_part';
  const name = isSummary === true ? 'reasoning_summary_text' : 'reasoning_text';
  const partOf = (text: string) => ({
    type: isSummary === true ? 'summary_text' : 'reasoning_text',
    text,
  });
  return {
    isEager: false,
    fallback: '',
    begins: (place) => [`response.${part}.added`, { ...place, [index]: 0, part: partOf('') }],
    delta: (place, delta) => [`response.${name}.delta`, { ...place, [index]: 0, delta }],
    ends: (place, { text }) => [
      [`response.${name}.done`, { ...place, [index]: 0, text }],
      [`response.${part}.done`, { ...place, [index]: 0, part: partOf(text) }],
    ],
  };
}

const CALL: Form = {
  isEager: true,
  fallback: '{}',
  delta: (place, delta) => ['response.function_call_arguments.delta', { ...place, delta }],
  ends: (place, { text }, { name }) => [
    ['response.function_call_arguments.done', { ...place, name, arguments: text }],
  ],
};

/** A call whose input is text: it is sent when its JSON, in which other wires have it, is whole. */
class FreeCall implements OpenItem {
  readonly position: number;
  readonly callId: string | undefined;
  readonly #options: OpenItemOptions;
  readonly #pieces: string[] = [];
  readonly #place: object;

  constructor(options: OpenItemOptions) {
    this.position = options.position;
    this.callId = options.part.kind === 'call' ? options.part.id : undefined;
    this.#options = options;
    const item = { ...this.#item('in_progress'), input: '' };
    this.#place = { item_id: item['id'], output_index: this.position };
    options.send('response.output_item.added', { output_index: this.position, item });
  }

  delta(text: string): void {
    this.#pieces.push(text);
  }

  note(): void {}

  close({ isCut }: ChatPart & { readonly type: 'close' }): JsonObject {
    const { send } = this.#options;
    const input = readFreeInput(this.#pieces.join(''));
    if (input !== '')
      send('response.custom_tool_call_input.delta', { ...this.#place, delta: input });
    send('response.custom_tool_call_input.done', { ...this.#place, input });
    return this.#item(isCut === true ? 'incomplete' : 'completed');
  }

  unfinished(): string {
    return JSON.stringify(this.#item('incomplete'));
  }

  #item(
    status: 'in_progress' | 'completed' | 'incomplete',
  ): JsonObject & { readonly id?: unknown } {
    const { part, position, items } = this.#options;
    const text = this.#pieces.join('');
    return (
      items.itemOf(blockOf(part, { text, annotations: [], logprobs: [] }), position, status) ?? {}
    );
  }
}
