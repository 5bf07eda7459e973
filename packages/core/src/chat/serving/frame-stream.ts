import { encodeText } from '../../bytes/encode-text.ts';
import { ERRORS, isGatewayError } from '../../errors.ts';
import type { AcceptedAttempt } from '../../inference/attempts/attempt-loop.ts';
import { FAILURE_POLICY } from '../../inference/attempts/failure-policy.ts';
import type { Bill } from '../../inference/delivery/answer.ts';
import type { ChatPart } from '../../ports/chat-parts.ts';
import { isProviderFailure } from '../../ports/provider-failure.ts';
import type { GenerationTrace } from '../../telemetry/generation-trace.ts';
import type { ChatCandidate } from '../routing/candidates.ts';
import type { ChatStep } from './checked-steps.ts';
import type { AnswerForm } from './answer-form.ts';
import type { AnswerFacts } from '../dialects/chat-completions/answer-facts.ts';
import { ChunkWriter } from '../dialects/chat-completions/write-chunks.ts';
import { writeError, type WrittenError } from '../dialects/chat-completions/write-error.ts';
import { isOutput, payloadBytes } from '../money/payload.ts';
import { Tally } from './tally.ts';

type Accepted = AcceptedAttempt<ChatCandidate, ChatStep>;

export interface FrameStreamOptions {
  readonly accepted: Accepted | Promise<Accepted>;
  /** `model` is what the client asked for, until it is known what serves. */
  readonly facts: Omit<AnswerFacts, 'provider'>;
  readonly form: Pick<AnswerForm, 'wantsUsage' | 'isReasoningHidden'>;
  /** Called once, when it is known who serves. */
  readonly onAccepted: (candidate: ChatCandidate) => void;
  readonly trace: GenerationTrace | undefined;
}

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** What a chunk holds, for the bill. */
interface Made {
  readonly bytes: number;
  readonly isOutput: boolean;
  readonly isLast: boolean;
}

/**
 * The frames of a streamed answer: one chunk of bytes for each read of the network that has
 * something to show. An error after the first chunk becomes the last frame. Not a generator, which
 * would cost another turn for each chunk. Source: contract §12.5, §12.7.
 */
export class FrameStream implements AsyncIterator<Uint8Array, undefined> {
  readonly #options: FrameStreamOptions;
  #serving: Serving | undefined;
  #isOver = false;
  /** Of the chunk that was made last, until it is taken. */
  #made: Made | undefined;

  constructor(options: FrameStreamOptions) {
    this.#options = options;
    const { accepted } = options;
    if ('steps' in accepted) this.#serving = this.#begin(accepted);
  }

  /** Returns what the client owes for the chunks that were taken, when no more will be. */
  end(): Bill {
    if (this.#serving === undefined) return { usage: undefined, costUsd: undefined };
    const { tally } = this.#serving;
    this.#options.trace?.textMade(tally.taken);
    return tally.bill;
  }

  /** The chunk that was made last has been taken. */
  taken(): void {
    const made = this.#made;
    if (made === undefined || this.#serving === undefined) return;
    this.#made = undefined;
    this.#serving.tally.took(made.bytes);
    if (made.isOutput) this.#options.trace?.output();
    if (made.isLast) this.#serving.tally.completed();
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#isOver) return DONE;
    try {
      this.#serving ??= this.#begin(await this.#options.accepted);
      return await this.#read(this.#serving);
    } catch (error) {
      this.#isOver = true;
      const written = this.#errorOf(error);
      // Anything else is a bug of ours or the client leaving, which ends the connection.
      if (written === undefined) throw error;
      const { facts, form } = this.#options;
      const writer = this.#serving?.writer ?? new ChunkWriter(facts, form);
      return { done: false, value: encoded(writer.fail(written)) };
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#isOver = true;
    await this.#serving?.steps.return?.();
    return DONE;
  }

  #begin({ candidate, steps }: Accepted): Serving {
    const { facts, form, onAccepted } = this.#options;
    onAccepted(candidate);
    const { provider, model } = candidate;
    const writer = new ChunkWriter({ ...facts, model, provider: provider.name }, form);
    return { steps, writer, tally: new Tally(candidate), hidden: new Set(), bytes: 0 };
  }

  /** Reads until there is something to show. */
  async #read(serving: Serving): Promise<IteratorResult<Uint8Array, undefined>> {
    const { steps, writer, tally } = serving;
    const { trace, form } = this.#options;
    for (;;) {
      const { done, value: parts } = await steps.next();
      if (done === true) {
        this.#isOver = true;
        this.#make([], true);
        return { done: false, value: encoded(writer.end(tally.written(serving.bytes))) };
      }
      tally.heard(parts);
      if (trace !== undefined) noteParts(parts, trace);
      const payloads = writer.write(form.isReasoningHidden ? shown(parts, serving) : parts);
      this.#make(parts, false);
      if (payloads.length > 0) return { done: false, value: encoded(payloads) };
    }
  }

  /** What was hidden goes out with the next chunk, as far as the bill is concerned. */
  #make(parts: readonly ChatPart[], isLast: boolean): void {
    const bytes = payloadBytes(parts);
    if (this.#serving !== undefined) this.#serving.bytes += bytes;
    this.#made = {
      bytes: (this.#made?.bytes ?? 0) + bytes,
      isOutput: (this.#made?.isOutput ?? false) || isOutput(parts),
      isLast,
    };
  }

  #errorOf(error: unknown): WrittenError | undefined {
    const { trace } = this.#options;
    if (isProviderFailure(error)) {
      const { error: name } = FAILURE_POLICY[error.failure];
      trace?.note({ error: name });
      return writeError(name, ERRORS[name].message);
    }
    // The end of all attempts, after the answer had begun.
    if (!isGatewayError(error) || error.code === 'internal') return undefined;
    trace?.note({ error: error.code });
    return writeError(error.code, error.message, error.metadata);
  }
}

/** An answer whose provider is known. */
interface Serving {
  readonly steps: Accepted['steps'];
  readonly writer: ChunkWriter;
  readonly tally: Tally;
  /** Blocks of reasoning that the client does not want to see. */
  readonly hidden: Set<number>;
  /** Of the whole answer so far. */
  bytes: number;
}

function noteParts(parts: readonly ChatPart[], trace: GenerationTrace): void {
  for (const part of parts) {
    if (part.type === 'delta') trace.text(part.text);
    else if (part.type === 'finish') trace.note({ finishReason: part.reason });
  }
}

/** Leaves the reasoning out. */
function shown(parts: readonly ChatPart[], { hidden }: Serving): readonly ChatPart[] {
  return parts.filter((part) => {
    if (part.type === 'open' && part.kind === 'reasoning') hidden.add(part.block);
    if (part.type === 'whole') return part.value.type !== 'reasoning';
    return !('block' in part) || !hidden.has(part.block);
  });
}

function encoded(payloads: readonly string[]): Uint8Array {
  return encodeText(payloads.map((payload) => `data: ${payload}\n\n`).join(''));
}
