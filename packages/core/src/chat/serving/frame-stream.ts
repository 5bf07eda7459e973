import { GatewayError, isGatewayError } from '../../errors.ts';
import { Arrivals, failedBy, NO_MORE } from '../../http/arrivals.ts';
import type { AcceptedAttempt } from '../../inference/attempts/attempt-loop.ts';
import { FAILURE_POLICY } from '../../inference/attempts/failure-policy.ts';
import type { Bill } from '../../inference/delivery/answer.ts';
import type { ChatPart } from '../../ports/chat-parts.ts';
import { isProviderFailure } from '../../ports/provider-failure.ts';
import type { GenerationTrace } from '../../telemetry/generation-trace.ts';
import type { ChatCandidate } from '../routing/candidates.ts';
import type { ChatStep } from './checked-steps.ts';
import type { AnswerForm } from './answer-form.ts';
import type { AnswerFacts } from '../dialects/answer-facts.ts';
import type { StreamWriter } from '../dialects/dialect.ts';
import { isOutput, payloadBytes } from '../money/payload.ts';
import { estimatedTokensOf } from '../../inference/money/tokens.ts';
import { HiddenReasoning } from './hidden-reasoning.ts';
import { Tally } from './tally.ts';

type Accepted = AcceptedAttempt<ChatCandidate, ChatStep>;

export interface FrameStreamOptions {
  readonly accepted: Accepted | Promise<Accepted>;
  /** `model` is what the client asked for, until it is known what serves. */
  readonly facts: Omit<AnswerFacts, 'provider' | 'estimatedInput'>;
  readonly form: Pick<AnswerForm, 'dialect' | 'request' | 'onFailed'>;
  /** Called once, when it is known who serves. */
  readonly onAccepted: (candidate: ChatCandidate) => void;
  readonly trace: GenerationTrace | undefined;
}

/** What a chunk holds, for the bill. */
interface Made {
  readonly bytes: number;
  readonly isOutput: boolean;
  readonly isLast: boolean;
}

/**
 * The frames of a streamed answer: one text for each read of the network that has
 * something to show. An error after the first chunk becomes the last frame. Source: contract §12.5,
 * §12.7.
 */
export class FrameStream extends Arrivals<string> {
  readonly #options: FrameStreamOptions;
  /** Who serves, once that is known; throws what all attempts came to. */
  #accepted: (() => Accepted) | undefined;
  #isAwaited = false;
  #listener = () => {};
  #serving: Serving | undefined;
  #isOver = false;
  /** Of the chunk that was made last, until it is taken. */
  #made: Made | undefined;

  constructor(options: FrameStreamOptions) {
    super();
    this.#options = options;
    const { accepted } = options;
    if (!('steps' in accepted)) return;
    this.#known(() => accepted);
    this.#serving = this.#begin(accepted);
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

  take(): IteratorResult<string, undefined> | undefined {
    if (this.#isOver) return NO_MORE;
    try {
      const accepted = this.#accepted?.();
      if (accepted === undefined) return undefined;
      return this.#read((this.#serving ??= this.#begin(accepted)));
    } catch (error) {
      this.#isOver = true;
      // What was hidden since the last chunk reaches nobody.
      this.#made = undefined;
      const told = this.#errorOf(error);
      // Anything else is a bug of ours or the client leaving, which ends the connection.
      if (told === undefined) throw error;
      const writer = this.#serving?.writer ?? this.#writerOf(this.#options.facts);
      return { done: false, value: writer.fail(told).join('') };
    }
  }

  whenReady(listener: () => void): void {
    this.#listener = listener;
    if (this.#accepted === undefined) this.#await();
    else if (this.#serving === undefined) listener();
    else this.#serving.steps.whenReady(listener);
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#isOver = true;
    await this.#serving?.steps.return();
    return NO_MORE;
  }

  /** Waits until it is known who serves. */
  #await(): void {
    if (this.#isAwaited || 'steps' in this.#options.accepted) return;
    this.#isAwaited = true;
    this.#options.accepted.then(
      (accepted) => this.#known(() => accepted),
      (error: unknown) => this.#known(failedBy(error)),
    );
  }

  #known(accepted: () => Accepted): void {
    this.#accepted = accepted;
    this.#listener();
  }

  #begin({ candidate, steps }: Accepted): Serving {
    const { facts, form, onAccepted } = this.#options;
    onAccepted(candidate);
    const { provider, model, size } = candidate;
    const writer = this.#writerOf({
      ...facts,
      model,
      provider: provider.name,
      estimatedInput: estimatedTokensOf(size),
    });
    const { dialect, request } = form;
    const isHidden = request.reasoning?.isHidden === true;
    const hidden = isHidden ? new HiddenReasoning(dialect.hiddenReasoning) : undefined;
    const tally = new Tally(candidate);
    return { candidate, steps, writer, tally, hidden, texts: new Set(), bytes: 0 };
  }

  #writerOf(facts: AnswerFacts): StreamWriter {
    const { dialect, request } = this.#options.form;
    return dialect.createWriter(facts, request);
  }

  /** Reads until there is something to show, as far as it is there. */
  #read(serving: Serving): IteratorResult<string, undefined> | undefined {
    const { steps, writer, tally, hidden } = serving;
    const { trace } = this.#options;
    for (;;) {
      const step = steps.take();
      if (step === undefined) return undefined;
      if (step.done === true) {
        this.#isOver = true;
        this.#make([], true);
        return { done: false, value: writer.end(tally.written(serving.bytes)).join('') };
      }
      const parts = step.value;
      tally.heard(parts);
      if (trace !== undefined) noteParts(parts, serving.texts, trace);
      const frames = writer.write(hidden === undefined ? parts : hidden.shown(parts));
      this.#make(parts, false);
      if (frames.length > 0) return { done: false, value: frames.join('') };
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

  /** The failure of the provider that served, or the end of all attempts after the answer began. */
  #errorOf(error: unknown): GatewayError | undefined {
    if (isProviderFailure(error) && this.#serving !== undefined) {
      this.#options.form.onFailed(this.#serving.candidate, error.failure);
    }
    const told = isProviderFailure(error)
      ? new GatewayError(FAILURE_POLICY[error.failure].error)
      : error;
    if (!isGatewayError(told) || told.code === 'internal') return undefined;
    this.#options.trace?.note({ error: told.code });
    return told;
  }
}

/** An answer whose provider is known. */
interface Serving {
  readonly candidate: ChatCandidate;
  readonly steps: Accepted['steps'];
  readonly writer: StreamWriter;
  readonly tally: Tally;
  /** Undefined for a client that sees the reasoning. */
  readonly hidden: HiddenReasoning | undefined;
  /** The blocks that are text. */
  readonly texts: Set<number>;
  /** Of the whole answer so far. */
  bytes: number;
}

/** Notes what was said, without reasoning and what tools are called with. */
function noteParts(parts: readonly ChatPart[], texts: Set<number>, trace: GenerationTrace): void {
  for (const part of parts) {
    if (part.type === 'open' && part.kind === 'text') texts.add(part.block);
    else if (part.type === 'delta' && texts.has(part.block)) trace.text(part.text);
    else if (part.type === 'finish') trace.note({ finishReason: part.reason });
  }
}
