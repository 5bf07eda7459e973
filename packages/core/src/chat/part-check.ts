import { requireCounts } from '../inference/money/counts.ts';
import { isTooDeep, MOST_INPUT_LEVELS } from '../input-levels.ts';
import { jsonIn } from '../json-in.ts';
import { isJsonObject } from '../json-value.ts';
import { ProviderFailure } from '../ports/provider-failure.ts';
import type { Sealed } from '../ports/conversation.ts';
import type { ChatPart, DeltaPart, FinishPart, OpenPart } from '../ports/chat-parts.ts';

/** Judges the parts of one answer, in order. */
export interface PartCheck {
  /** Returns the part as it may be passed on; throws `malformed` for one out of place. */
  check(part: ChatPart): ChatPart;
  /** Throws `cut-off` unless the answer was whole. */
  end(): void;
}

/**
 * Prepares checking one answer against the grammar of `ChatPart`. `issuer` is the endpoint that
 * answers, the only one whose sealed data may be in it. A finish reason that contradicts the calls
 * is corrected; everything else that breaks the grammar is a failure of the provider. Source:
 * contract §12.2.
 */
export function createPartCheck(issuer: string): PartCheck {
  return new AnswerState(issuer);
}

/** A block that has opened and not closed. */
interface OpenBlock {
  readonly kind: OpenPart['kind'];
  readonly isClientCall: boolean;
  /** Text of a call's input, in pieces. */
  readonly input: string[];
}

class AnswerState implements PartCheck {
  readonly #issuer: string;
  #stage: 'new' | 'open' | 'finished' | 'over' = 'new';
  readonly #open = new Map<number, OpenBlock>();
  /** The open block that is not a call; there is at most one. */
  #speaking: number | undefined;
  #next = 0;
  /** Made for the first call. */
  #callIds: Set<string> | undefined;
  #hasWholeCall = false;
  #hasCutCall = false;

  constructor(issuer: string) {
    this.#issuer = issuer;
  }

  check(part: ChatPart): ChatPart {
    if (this.#stage === 'over') throw malformed(`sent ${part.type} after its end`);
    if ((part.type === 'start') !== (this.#stage === 'new')) {
      throw malformed(part.type === 'start' ? 'started twice' : `sent ${part.type} before start`);
    }
    if (this.#stage === 'finished' && part.type !== 'usage' && part.type !== 'done') {
      throw malformed(`sent ${part.type} after the finish reason`);
    }
    switch (part.type) {
      case 'start':
        this.#stage = 'open';
        return part;
      case 'open':
        this.#opens(part);
        return part;
      case 'delta':
        this.#continues(part);
        return part;
      case 'note':
        this.#blockOf(part);
        requireJson('a note', [part.annotations, part.logprobs]);
        return part;
      case 'close':
        this.#closes(part);
        return part;
      case 'whole':
        this.#countUp(part.block);
        this.#checkSeal(part.value.sealed);
        // The data of media are text, and may be long.
        if (part.value.type !== 'media') requireJson(`a ${part.value.type} block`, part.value);
        return part;
      case 'usage':
        requireCounts(part.usage);
        return part;
      case 'finish':
        return this.#finishes(part);
      case 'done':
        if (this.#stage !== 'finished') throw malformed('ended without a finish reason');
        this.#stage = 'over';
        return part;
    }
  }

  end(): void {
    if (this.#stage !== 'over') {
      throw new ProviderFailure('cut-off', 'the answer ended before it was complete');
    }
  }

  #opens(part: OpenPart): void {
    if (this.#speaking !== undefined) {
      throw malformed(`opened a ${part.kind} block before it closed the last one`);
    }
    this.#countUp(part.block);
    const isCall = part.kind === 'call';
    if (isCall) {
      if (part.id === '' || part.name === '') throw malformed('called a tool without id or name');
      const ids = (this.#callIds ??= new Set());
      if (ids.has(part.id)) throw malformed('gave two calls the same id');
      ids.add(part.id);
    } else if (this.#open.size > 0) {
      throw malformed(`opened a ${part.kind} block while a call was open`);
    } else {
      this.#speaking = part.block;
    }
    const isClientCall = isCall && part.by === 'client';
    this.#open.set(part.block, { kind: part.kind, isClientCall, input: [] });
  }

  #continues(part: DeltaPart): void {
    const { text, pieces } = part;
    if (text === '' || pieces?.includes('') === true) throw malformed('sent an empty delta');
    if (pieces !== undefined && pieces.join('') !== text) {
      throw malformed('sent a delta with other pieces than its text');
    }
    const { kind, input } = this.#blockOf(part);
    if (kind === 'call') input.push(text);
  }

  #closes(part: ChatPart & { readonly type: 'close' }): void {
    const { kind, isClientCall, input } = this.#blockOf(part);
    this.#checkSeal(part.sealed);
    this.#open.delete(part.block);
    if (this.#speaking === part.block) this.#speaking = undefined;
    if (part.isCut === true) {
      this.#hasCutCall = true;
    } else if (kind === 'call') {
      requireInput(input.join(''));
      this.#hasWholeCall ||= isClientCall;
    }
  }

  #finishes(part: FinishPart): FinishPart {
    if (this.#open.size > 0) throw malformed('finished with an open block');
    const { reason } = part;
    if (this.#hasCutCall && reason !== 'length' && reason !== 'filter') {
      throw malformed(`left a call unfinished, with the finish reason ${reason}`);
    }
    this.#stage = 'finished';
    const isByCalls = reason === 'calls';
    if (this.#hasWholeCall && (reason === 'stop' || reason === 'other')) {
      return { ...part, reason: 'calls' };
    }
    return isByCalls && !this.#hasWholeCall ? { ...part, reason: 'stop' } : part;
  }

  #blockOf({ type, block }: { readonly type: string; readonly block: number }): OpenBlock {
    const open = this.#open.get(block);
    if (open === undefined) throw malformed(`sent ${type} for a block that is not open`);
    return open;
  }

  #countUp(block: number): void {
    if (block !== this.#next) throw malformed(`numbered a block ${block} after ${this.#next - 1}`);
    this.#next++;
  }

  #checkSeal(sealed: Sealed | undefined): void {
    if (sealed === undefined) return;
    if (sealed.issuer !== this.#issuer) {
      throw malformed("sealed data under another provider's name");
    }
    requireJson('sealed data', sealed.data);
  }
}

function requireInput(text: string): void {
  if (text === '') return;
  const value = jsonIn(text);
  if (!isJsonObject(value)) throw malformed('called a tool with input that is not an object');
  // A dialect may write it as JSON.
  if (isTooDeep(text, value)) {
    throw malformed(`called a tool with input of more than ${MOST_INPUT_LEVELS} levels`);
  }
}

function malformed(what: string): ProviderFailure {
  return new ProviderFailure('malformed', `the provider ${what}`);
}

/** The answer is written when it is paid, and must not fail then. */
function requireJson(what: string, value: unknown): void {
  try {
    JSON.stringify(value);
  } catch {
    throw malformed(`sent ${what} with what JSON cannot hold`);
  }
}
