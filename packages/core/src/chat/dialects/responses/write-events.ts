import type { GatewayError } from '../../../errors.ts';
import type { JsonObject } from '../../../json-value.ts';
import type { ChatPart, FinishReason, OpenPart } from '../../../ports/chat-parts.ts';
import type { Block } from '../../../ports/conversation.ts';
import type { AnswerFacts } from '../answer-facts.ts';
import type { StreamWriter } from '../dialect.ts';
import { frame } from '../frame.ts';
import type { WrittenUsage } from '../written-usage.ts';
import { openItem, type OpenItem } from './open-items.ts';
import { endOf, headOf, namesIn } from './response-body.ts';
import { writeFailure } from './write-error.ts';
import { sealOfCall } from './seal-of-call.ts';
import { ItemWriter, withOwnAnnotations } from './write-items.ts';
import { writeUsage } from './write-usage.ts';

/**
 * Writes an answer as events, each named and numbered. An item that was added is done, and each part
 * of it, before the response is. Source: contract §14.3.
 */
export class ResponseEventWriter implements StreamWriter {
  readonly #facts: AnswerFacts;
  /** The members that every response of the stream has, printed once. */
  readonly #head: string;
  readonly #items: ItemWriter;
  #sequence = 0;
  #frames: string[] = [];
  readonly #open = new Map<number, OpenItem>();
  /** The block that is a text and open. */
  #speaking: number | undefined;
  /** Of all text so far. */
  #length = 0;
  /** Printed, in the order of their opening. */
  readonly #output: string[] = [];
  #reason: FinishReason = 'stop';
  /** Closes the last item, which may turn out to have been cut off: that shows with the end. */
  #closeLast: ((isCut: boolean) => void) | undefined;

  constructor(facts: AnswerFacts) {
    this.#facts = facts;
    this.#head = JSON.stringify(headOf(facts)).slice(0, -1);
    this.#items = new ItemWriter(facts.id, namesIn(facts));
  }

  write(parts: readonly ChatPart[]): readonly string[] {
    for (const part of parts) this.#part(part);
    return this.#taken();
  }

  end(usage: WrittenUsage): readonly string[] {
    const { status, ...end } = endOf(this.#reason);
    this.#closesLast(status === 'incomplete');
    const isWhole = status === 'completed';
    const completedAt = isWhole ? (this.#facts.now?.() ?? this.#facts.created) : null;
    const rest = { error: null, completed_at: completedAt, usage: writeUsage(usage) };
    this.#lifecycle(`response.${status}`, { status, ...end, ...rest, ...this.#facts.routing?.() });
    return this.#taken();
  }

  fail(error: GatewayError): readonly string[] {
    this.#begin();
    this.#closesLast(false);
    const failure = writeFailure(error);
    for (const item of this.#open.values()) this.#output[item.position] = item.unfinished();
    const end = { status: 'failed', incomplete_details: null, completed_at: null };
    this.#lifecycle('response.failed', { ...end, ...failure, ...this.#facts.routing?.() });
    return this.#taken();
  }

  #part(part: ChatPart): void {
    this.#begin();
    switch (part.type) {
      case 'open':
        return this.#opens(part);
      case 'delta':
        if (part.block === this.#speaking) this.#length += part.text.length;
        for (const text of part.pieces ?? [part.text]) this.#open.get(part.block)?.delta(text);
        return;
      case 'note':
        return this.#open.get(part.block)?.note(part);
      case 'close': {
        const item = this.#open.get(part.block);
        this.#open.delete(part.block);
        if (item === undefined) return;
        if (item.callId === undefined && item.position === this.#output.length - 1) {
          const { position } = item;
          const close = (isCut: boolean) => this.#done(position, item.close({ ...part, isCut }));
          this.#closeLast = close;
          return;
        }
        this.#done(item.position, item.close(part));
        if (item.callId !== undefined && part.sealed !== undefined) {
          this.#whole(sealOfCall(item.callId, part.sealed));
        }
        return;
      }
      case 'whole':
        return this.#whole(part.value);
      case 'finish':
        this.#reason = part.reason;
        break;
      case 'start':
      case 'usage':
      case 'done':
    }
  }

  #opens(part: OpenPart): void {
    if (part.kind === 'call' && part.by !== 'client') return;
    this.#closesLast(false);
    const position = this.#output.length;
    const send = (type: string, members: object) => this.#send(type, members);
    const item = openItem({ part, position, items: this.#items, from: this.#length, send });
    this.#speaking = part.kind === 'text' ? part.block : undefined;
    this.#output.push('');
    this.#open.set(part.block, item);
  }

  #whole(block: Block): void {
    const position = this.#output.length;
    const item = this.#items.itemOf(withOwnAnnotations(block, this.#length), position, 'completed');
    if (block.type === 'text') this.#length += block.text.length;
    if (item === undefined) return;
    this.#closesLast(false);
    this.#output.push('');
    this.#send('response.output_item.added', { output_index: position, item });
    this.#done(position, item);
  }

  #closesLast(isCut: boolean): void {
    const close = this.#closeLast;
    this.#closeLast = undefined;
    close?.(isCut);
  }

  #done(position: number, item: JsonObject): void {
    this.#output[position] = JSON.stringify(item);
    this.#send('response.output_item.done', { output_index: position, item });
  }

  /** Says that there is an answer, once. */
  #begin(): void {
    if (this.#sequence > 0) return;
    const running = { status: 'in_progress', completed_at: null, error: null };
    const members = { ...running, incomplete_details: null };
    this.#lifecycle('response.created', members);
    this.#lifecycle('response.in_progress', members);
  }

  #lifecycle(type: string, members: object): void {
    const rest = JSON.stringify(members).slice(1, -1);
    const response = `${this.#head},${rest},"output":[${this.#output.join(',')}]}`;
    const number = this.#sequence++;
    const data = `{"type":"${type}","sequence_number":${number},"response":${response}}`;
    this.#frames.push(frame(data, type));
  }

  #send(type: string, members: object): void {
    const event = { type, sequence_number: this.#sequence++, ...members };
    this.#frames.push(frame(JSON.stringify(event), type));
  }

  #taken(): readonly string[] {
    const frames = this.#frames;
    this.#frames = [];
    return frames;
  }
}
