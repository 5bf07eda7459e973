import { addAll } from '@model-gateway/core/kit';
import type { ChatPart, Sealed } from '@model-gateway/core/chat';
import { fieldsOf, textOf, type Fields } from '../../http/fields.ts';
import { CallIds } from '../common/call-ids.ts';
import { unusable, writtenInput } from '../common/call-input.ts';
import type { BlockRules } from '../common/content-blocks.ts';
import { OutputBlocks, type Speech } from '../common/output-blocks.ts';

const TEXT: Speech = { key: 'text', kind: 'text' };
/** Google shows a summary of thoughts. */
const THOUGHT: Speech = { key: 'thought', kind: 'reasoning', isSummary: true };
const SEAL: Speech = { key: 'seal', kind: 'reasoning' };

/**
 * Reads the parts of a candidate. A call comes whole, and is passed on once something follows it or
 * the answer is complete: until then the stream may break off. Parts that the gateway does not ask
 * for, such as code that the provider ran, mean nothing.
 */
export class AnswerParts {
  readonly #rules: BlockRules;
  readonly #blocks = new OutputBlocks();
  readonly #ids = new CallIds();
  #calls = 0;
  #hasText = false;
  #held: readonly ChatPart[] = [];
  #ready: ChatPart[] = [];

  constructor(rules: BlockRules) {
    this.#rules = rules;
  }

  /** Whether a text is open. */
  get isSpeaking(): boolean {
    return this.#blocks.isSpeaking;
  }

  /** Returns the parts since the last time. */
  taken(): readonly ChatPart[] {
    addAll(this.#ready, this.#blocks.taken());
    const parts = this.#ready;
    this.#ready = [];
    return parts;
  }

  read(part: Fields, answerId: string | undefined): void {
    const { text, thought, thoughtSignature, functionCall, inlineData } = part;
    const sealed = this.#sealed(thoughtSignature);
    if (functionCall !== undefined) return this.#call(fieldsOf(functionCall), sealed, answerId);
    const said = textOf(text);
    if (said === undefined && sealed === undefined && inlineData === undefined) return;
    this.#release();
    if (thought === true) {
      if (said !== undefined) this.#blocks.say(THOUGHT, said);
      if (sealed !== undefined) this.#blocks.hush(THOUGHT, sealed);
      return;
    }
    if (said !== undefined) this.#blocks.say(TEXT, said);
    if (inlineData !== undefined) this.#image(fieldsOf(inlineData));
    this.#hasText ||= said !== undefined;
    // A signature of nothing is not an answer.
    if (sealed === undefined || !this.#hasText) return;
    // Clients have a place for a signature beside reasoning only.
    this.#blocks.hush(SEAL, { ...sealed, data: { ...sealed.data, of: 'text' } });
  }

  /** Ends a complete answer; returns the rest of it. */
  end(): readonly ChatPart[] {
    this.#release();
    this.#blocks.end(false);
    return this.taken();
  }

  #call(
    { name, id, args, partialArgs, willContinue }: Fields,
    sealed: Sealed | undefined,
    answerId: string | undefined,
  ): void {
    const called = textOf(name);
    if (called === undefined) throw unusable('without a name');
    if (partialArgs !== undefined || willContinue === true) throw unusable('in pieces');
    this.#release();
    addAll(this.#ready, this.#blocks.taken());
    const key = String(this.#calls++);
    const callId = this.#ids.of(textOf(id), answerId, this.#calls);
    this.#blocks.call(key, callId, this.#rules.nameOf(called), false);
    this.#blocks.callEnds(key, writtenInput(args ?? {}), sealed);
    this.#held = this.#blocks.taken();
  }

  #image({ mimeType, data }: Fields): void {
    const value = textOf(data);
    const mediaType = textOf(mimeType);
    if (value === undefined) return;
    const kind = mediaType?.startsWith('audio/') === true ? 'audio' : 'image';
    this.#blocks.add({ type: 'media', kind, mediaType, source: { kind: 'base64', value } });
  }

  #release(): void {
    addAll(this.#ready, this.#held);
    this.#held = [];
  }

  #sealed(signature: unknown): Sealed | undefined {
    const thoughtSignature = textOf(signature);
    if (thoughtSignature === undefined) return undefined;
    return { issuer: this.#rules.issuer, data: { thoughtSignature } };
  }
}
