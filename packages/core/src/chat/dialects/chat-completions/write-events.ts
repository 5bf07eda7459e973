import type { GatewayError } from '../../../errors.ts';
import type { JsonObject } from '../../../json-value.ts';
import type { ChatPart, DeltaPart, FinishPart, OpenPart } from '../../../ports/chat-parts.ts';
import type { AnswerFacts } from '../answer-facts.ts';
import type { StreamWriter } from '../dialect.ts';
import { frame } from '../frame.ts';
import { RepeatedFrame } from '../repeated-frame.ts';
import type { WrittenUsage } from '../written-usage.ts';
import { writeImage } from './write-answer.ts';
import { writeError } from './write-error.ts';
import { closingDetail, encryptedDetail, reasoningDetails } from './write-reasoning-details.ts';
import { FINISH_REASONS, writeUsage } from './write-usage.ts';

/** Ends every stream of chat completions. */
const LAST_FRAME = frame('[DONE]');

/** It stands in every frame, and a frame may be a single token: a longer text would multiply the answer. */
const LONGEST_FINGERPRINT = 256;

/** Writes an answer as the frames of a stream. Source: contract §12.5. */
export class ChunkWriter implements StreamWriter {
  /** Everything before the choices, printed once. */
  #head: string;
  readonly #routing: AnswerFacts['routing'];
  readonly #wantsUsage: boolean;
  #hasRole = false;
  readonly #blocks = new Map<number, BlockState>();
  #calls = 0;
  #details = 0;
  #finish: FinishPart | undefined;

  constructor(facts: AnswerFacts, { wantsUsage }: { readonly wantsUsage: boolean }) {
    const { id, created, model, provider, routing } = facts;
    const head = { id, object: 'chat.completion.chunk', created, model, provider };
    this.#head = JSON.stringify(head).slice(0, -1);
    this.#routing = routing;
    this.#wantsUsage = wantsUsage;
  }

  /** Writes the parts of one network read. */
  write(parts: readonly ChatPart[]): string[] {
    const frames: string[] = [];
    for (const part of parts) {
      if (part.type === 'delta') {
        const block = this.#blocks.get(part.block);
        if (block?.isShown === true) frames.push(this.#continue(block, part));
        continue;
      }
      const delta = this.#deltaOf(part);
      const told = part.type === 'note' ? this.#logprobsOf(part) : undefined;
      if (delta === undefined && told === undefined) continue;
      frames.push(frame(this.#chunk(delta ?? {}, UNFINISHED, told)));
    }
    return frames;
  }

  /** Writes what follows the last part: the finish, the counts, the mark of the end. */
  end(written: WrittenUsage): string[] {
    const usage = `${membersOf({ usage: writeUsage(written) })}${this.#routed()}`;
    const { reason, raw = null } = this.#finish ?? { reason: 'stop' as const };
    const finish = { finish_reason: FINISH_REASONS[reason], native_finish_reason: raw };
    const last = this.#chunk({}, finish);
    if (!this.#wantsUsage) return [frame(`${last.slice(0, -1)}${usage}}`), LAST_FRAME];
    return [frame(last), frame(`${this.#head},"choices":[]${usage}}`), LAST_FRAME];
  }

  /** Writes the end of a stream that broke: a choice that says so, and the error beside it. */
  fail(error: GatewayError): string[] {
    const last = this.#chunk({ content: '' }, BROKEN);
    const written = membersOf({ error: writeError(error) });
    return [frame(`${last.slice(0, -1)}${written}${this.#routed()}}`), LAST_FRAME];
  }

  #deltaOf(part: Exclude<ChatPart, DeltaPart>): JsonObject | undefined {
    switch (part.type) {
      case 'open':
        return this.#open(part);
      case 'note':
        return part.annotations === undefined ? undefined : { annotations: part.annotations };
      case 'close':
        return this.#close(part);
      case 'whole':
        return this.#whole(part);
      case 'finish':
        this.#finish = part;
        return undefined;
      case 'start':
        if (part.fingerprint !== undefined && part.fingerprint.length <= LONGEST_FINGERPRINT) {
          this.#head += `,"system_fingerprint":${JSON.stringify(part.fingerprint)}`;
        }
        return undefined;
      case 'usage':
      case 'done':
        return undefined;
    }
  }

  #logprobsOf({ block, logprobs }: ChatPart & { type: 'note' }): JsonObject | undefined {
    if (logprobs === undefined) return undefined;
    const isRefusal = this.#blocks.get(block)?.part.kind === 'refusal';
    return isRefusal ? { content: null, refusal: logprobs } : { content: logprobs, refusal: null };
  }

  #open(part: OpenPart): JsonObject | undefined {
    const isShown = part.kind !== 'call' || part.by === 'client';
    const index = part.kind === 'reasoning' ? this.#details++ : isShown ? this.#nextCall(part) : 0;
    this.#blocks.set(part.block, { part, index, isShown, isEmpty: true });
    if (part.kind !== 'call' || !isShown) return undefined;
    const { id, name } = part;
    return { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] };
  }

  #nextCall({ kind }: OpenPart): number {
    return kind === 'call' ? this.#calls++ : 0;
  }

  #deltaIn({ part, index }: BlockState, text: string): JsonObject {
    switch (part.kind) {
      case 'text':
        return { content: text };
      case 'refusal':
        return { refusal: text };
      case 'call':
        return { tool_calls: [{ index, function: { arguments: text } }] };
      case 'reasoning': {
        const piece = { text, isSummary: part.isSummary ?? false };
        return { reasoning: text, reasoning_details: reasoningDetails(piece, index) };
      }
    }
  }

  #continue(block: BlockState, part: DeltaPart): string {
    block.isEmpty = false;
    const { text, pieces = [text] } = part;
    // The first frame of an answer says more than those that follow.
    if (!this.#hasRole) {
      const [first = '', ...others] = pieces;
      const opening = this.#frameOf(block, first);
      if (others.length === 0) return opening;
      const rest = { ...part, text: text.slice(first.length), pieces: others };
      return opening + this.#continue(block, rest);
    }
    block.frames ??= new RepeatedFrame((said) => this.#frameOf(block, said));
    return block.frames.of(part);
  }

  #frameOf(block: BlockState, text: string): string {
    return frame(this.#chunk(this.#deltaIn(block, text), UNFINISHED));
  }

  #close({ block: number, sealed, isCut }: ChatPart & { type: 'close' }): JsonObject | undefined {
    const block = this.#blocks.get(number);
    this.#blocks.delete(number);
    if (block === undefined || !block.isShown) return undefined;
    const { part, index, isEmpty } = block;
    if (part.kind === 'reasoning' && sealed !== undefined) {
      const isSummary = part.isSummary ?? false;
      const detail = isEmpty
        ? encryptedDetail(sealed, index)
        : closingDetail({ isSummary }, sealed, index);
      return { reasoning_details: [detail] };
    }
    const isNothing = isEmpty && isCut !== true;
    if (part.kind !== 'call' || (!isNothing && sealed === undefined)) return undefined;
    return {
      ...(isNothing && { tool_calls: [{ index, function: { arguments: '{}' } }] }),
      ...(sealed !== undefined && {
        reasoning_details: [encryptedDetail(sealed, this.#details++, part.id)],
      }),
    };
  }

  #whole({ value }: ChatPart & { type: 'whole' }): JsonObject | undefined {
    if (value.type === 'reasoning') {
      const details = reasoningDetails(value, this.#details++);
      return { ...(value.text !== '' && { reasoning: value.text }), reasoning_details: details };
    }
    const images = writeImage(value);
    return images.length === 0 ? undefined : { images };
  }

  /** Prints how the request was routed, which is known once it was answered. */
  #routed(): string {
    return membersOf(this.#routing?.() ?? {});
  }

  /** Prints a chunk. The first one says who speaks. */
  #chunk(delta: JsonObject, finish: Finish, logprobs?: JsonObject): string {
    const spoken = this.#hasRole ? delta : { role: 'assistant', content: '', ...delta };
    this.#hasRole = true;
    const choice = { index: 0, delta: spoken, ...finish, ...(logprobs && { logprobs }) };
    return `${this.#head},"choices":[${JSON.stringify(choice)}]}`;
  }
}

/** Prints members that follow others. */
function membersOf(members: JsonObject): string {
  const printed = JSON.stringify(members).slice(1, -1);
  return printed === '' ? '' : `,${printed}`;
}

/** A block that has opened and not closed. */
interface BlockState {
  readonly part: OpenPart;
  /** Among the client's calls, or among the details of reasoning. */
  readonly index: number;
  /** Whether the client sees it: calls that the provider runs itself are not shown. */
  readonly isShown: boolean;
  isEmpty: boolean;
  /** Undefined until it is needed. */
  frames?: RepeatedFrame;
}

interface Finish {
  readonly finish_reason: string | null;
  readonly native_finish_reason: string | null;
}

const UNFINISHED: Finish = { finish_reason: null, native_finish_reason: null };
const BROKEN: Finish = { finish_reason: 'error', native_finish_reason: null };
