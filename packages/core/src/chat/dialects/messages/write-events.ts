import type { GatewayError } from '../../../errors.ts';
import type { JsonObject } from '../../../json-value.ts';
import type {
  ChatPart,
  ChatUsage,
  DeltaPart,
  FinishPart,
  OpenPart,
} from '../../../ports/chat-parts.ts';
import type { AnswerFacts } from '../answer-facts.ts';
import type { StreamWriter } from '../dialect.ts';
import { frame } from '../frame.ts';
import { RepeatedFrame, type Said } from '../repeated-frame.ts';
import type { WrittenUsage } from '../written-usage.ts';
import { messageHead } from './write-answer.ts';
import {
  callBlock,
  sealedBlock,
  sealOfCall,
  signatureOf,
  textBlock,
  thinkingBlock,
  writeBlock,
} from './write-blocks.ts';
import { writeError } from './write-error.ts';
import { writeStop } from './write-stop.ts';
import { writeUsage } from './write-usage.ts';

/**
 * Writes an answer as the events of a stream. Blocks follow each other here: of calls that a
 * provider streams at once, the later ones wait for those before them. Source: contract §13.3.
 */
export class MessageEventWriter implements StreamWriter {
  readonly #facts: AnswerFacts;
  readonly #frames: string[] = [];
  readonly #open = new Map<number, OpenBlock>();
  /** The block whose events are sent; others wait. */
  #current: number | undefined;
  #index = 0;
  /** The deltas of the block of that index, once there was one. */
  #deltas: RepeatedFrame | undefined;
  #hasStarted = false;
  #told: ChatUsage | undefined;
  #refusal: string | undefined;
  #finish: FinishPart | undefined;

  constructor(facts: AnswerFacts) {
    this.#facts = facts;
  }

  write(parts: readonly ChatPart[]): readonly string[] {
    for (const part of parts) this.#add(part);
    return this.#frames.splice(0);
  }

  end(usage: WrittenUsage): readonly string[] {
    const delta = { ...writeStop(this.#finish, this.#refusal), container: null };
    this.#send({ type: 'message_delta', delta, usage: writeUsage(usage) });
    this.#send({ type: 'message_stop', ...this.#facts.routing?.() });
    return this.#frames.splice(0);
  }

  fail(error: GatewayError): readonly string[] {
    const routing = this.#facts.routing?.();
    const told = { type: 'error', error: writeError(error), request_id: null, ...routing };
    return [frame(JSON.stringify(told), 'error')];
  }

  #add(part: ChatPart): void {
    switch (part.type) {
      case 'open':
        if (part.kind === 'call' && part.by === 'provider') break;
        this.#open.set(part.block, { part, waiting: [], hasBegun: false, isFilled: false });
        this.#current ??= part.block;
        if (part.kind === 'call') this.#begin(part.block);
        break;
      case 'delta':
        this.#continue(part);
        break;
      case 'close':
        this.#close(part.block, part);
        break;
      case 'whole':
        this.#open.set(part.block, { whole: writeBlock(part.value) });
        this.#current ??= part.block;
        this.#close(part.block, {});
        break;
      case 'usage':
        this.#told = part.usage;
        break;
      case 'finish':
        this.#finish = part;
        break;
      case 'start':
      case 'note':
      case 'done':
    }
  }

  /** Sends the start of a block that has its turn, once. */
  #begin(number: number): void {
    const block = this.#open.get(number);
    if (block === undefined || 'whole' in block || block.hasBegun) return;
    if (number !== this.#current) return;
    block.hasBegun = true;
    const start = emptyOf(block.part);
    this.#send({ type: 'content_block_start', index: this.#index, content_block: start });
  }

  #continue(delta: DeltaPart): void {
    const block = this.#open.get(delta.block);
    if (block === undefined || 'whole' in block) return;
    const { kind } = block.part;
    if (kind === 'refusal') this.#refusal = (this.#refusal ?? '') + delta.text;
    block.isFilled = true;
    if (delta.block !== this.#current) {
      block.waiting.push(delta);
      return;
    }
    this.#begin(delta.block);
    this.#say(kind, delta);
  }

  #close(number: number, closing: Closing): void {
    const block = this.#open.get(number);
    if (block !== undefined) block.closing = closing;
    // The next ones may have closed while they waited.
    for (;;) {
      const current = this.#current === undefined ? undefined : this.#open.get(this.#current);
      if (this.#current === undefined || current?.closing === undefined) return;
      this.#open.delete(this.#current);
      if ('whole' in current) for (const whole of current.whole) this.#sendWhole(whole);
      else this.#end(current, current.closing);
      [this.#current] = this.#open.keys();
      this.#catchUp();
    }
  }

  /** Sends what a call said before its turn. */
  #catchUp(): void {
    const block = this.#current === undefined ? undefined : this.#open.get(this.#current);
    if (this.#current === undefined || block === undefined || 'whole' in block) return;
    this.#begin(this.#current);
    for (const delta of block.waiting.splice(0)) this.#say('call', delta);
  }

  #end({ part, hasBegun, isFilled }: Spoken, { sealed, isCut }: Closing): void {
    if (!hasBegun) {
      // Nothing was said in it.
      if (part.kind === 'reasoning' && sealed !== undefined) this.#sendWhole(sealedBlock(sealed));
      return;
    }
    if (part.kind === 'call' && !isFilled && isCut !== true) this.#say('call', { text: '{}' });
    if (part.kind === 'reasoning') {
      this.#sendDelta({ type: 'signature_delta', signature: signatureOf(sealed) });
    }
    this.#stop();
    if (part.kind === 'call' && sealed !== undefined) {
      this.#sendWhole(sealOfCall(sealed, part.id));
    }
  }

  /** Sends a block that came at once: thinking in pieces, as clients expect it, others whole. */
  #sendWhole(block: JsonObject): void {
    const { type, thinking, signature } = block;
    const isThinking = type === 'thinking';
    const start = isThinking ? thinkingBlock('', undefined) : block;
    this.#send({ type: 'content_block_start', index: this.#index, content_block: start });
    if (isThinking) {
      if (thinking !== '') this.#say('reasoning', { text: String(thinking) });
      this.#sendDelta({ type: 'signature_delta', signature });
    }
    this.#stop();
  }

  #sendDelta(delta: JsonObject): void {
    this.#send({ type: 'content_block_delta', index: this.#index, delta });
  }

  /** Sends text of a block that has begun: most of an answer, of which nothing else is printed anew. */
  #say(kind: OpenPart['kind'], said: Said): void {
    this.#deltas ??= new RepeatedFrame((text) => this.#deltaOf(kind, text));
    this.#frames.push(this.#deltas.of(said));
  }

  #deltaOf(kind: OpenPart['kind'], text: string): string {
    const [type, member] = TEXT_DELTAS[kind];
    const event = { type: 'content_block_delta', index: this.#index };
    return frame(JSON.stringify({ ...event, delta: { type, [member]: text } }), event.type);
  }

  #stop(): void {
    this.#send({ type: 'content_block_stop', index: this.#index++ });
    this.#deltas = undefined;
  }

  /** Before the first event stands the beginning of the message. */
  #send(event: JsonObject & { readonly type: string }): void {
    if (!this.#hasStarted) {
      this.#hasStarted = true;
      this.#send({ type: 'message_start', message: this.#beginning() });
    }
    this.#frames.push(frame(JSON.stringify(event), event.type));
  }

  /** The counts are the provider's, where it has told them, else an estimate. */
  #beginning(): JsonObject {
    const { estimatedInput: inputTokens = 0 } = this.#facts;
    const usage = { inputTokens, ...this.#told, outputTokens: this.#told?.outputTokens ?? 0 };
    return {
      ...messageHead(this.#facts),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      usage: writeUsage({ usage }),
    };
  }
}

/** A block that has opened, and whose end was not sent. */
type OpenBlock = { closing?: Closing } & (Spoken | { readonly whole: readonly JsonObject[] });

interface Spoken {
  readonly part: OpenPart;
  /** What came of its input before its turn. */
  readonly waiting: Said[];
  hasBegun: boolean;
  isFilled: boolean;
}

type Closing = Pick<ChatPart & { readonly type: 'close' }, 'sealed' | 'isCut'>;

function emptyOf(part: OpenPart): JsonObject {
  if (part.kind === 'call') return callBlock(part, {});
  return part.kind === 'reasoning' ? thinkingBlock('', undefined) : textBlock('');
}

/** The type of what adds to a text, and the member that holds it. */
const TEXT_DELTAS = {
  call: ['input_json_delta', 'partial_json'],
  reasoning: ['thinking_delta', 'thinking'],
  text: ['text_delta', 'text'],
  refusal: ['text_delta', 'text'],
} as const satisfies Record<OpenPart['kind'], readonly [string, string]>;
