import { Arrivals, arrivalsOf, failedBy, NO_MORE } from '../../http/arrivals.ts';
import type { AttemptContext } from '../../ports/attempt-context.ts';
import type { ChatPart } from '../../ports/chat-parts.ts';
import type { ChatAnswer, ChatJob, ChatProvider } from '../../ports/chat-provider.ts';
import { createPartCheck, type PartCheck } from '../part-check.ts';
import { payloadBytes } from '../money/payload.ts';

/** The parts that one read of the network gave; none for a sign of life. */
export type ChatStep = readonly ChatPart[];

export interface CheckedStepsOptions {
  readonly provider: ChatProvider;
  readonly job: ChatJob;
  /** The endpoint that answers. */
  readonly issuer: string;
  /** Called once, with what the provider says of its answer before the steps. */
  readonly onAnswer: (answer: ChatAnswer) => void;
}

/**
 * The steps of a provider's answer as they may be passed on, up to `done`; throws `malformed` for
 * parts that break the grammar, and `cut-off` for an end before it. Source: contract §12.2.
 */
export class CheckedSteps extends Arrivals<ChatStep> {
  readonly #options: CheckedStepsOptions;
  readonly #context: AttemptContext;
  readonly #check: PartCheck;
  /** The answer, once it is there; what went wrong before. */
  #source: (() => Arrivals<ChatStep>) | undefined;
  #isAsked = false;
  #isDone = false;
  /** A step that waits for room in memory. */
  #held: { readonly parts: ChatStep; readonly room: Promise<void>; hasRoom: boolean } | undefined;
  #listener = () => {};

  constructor(options: CheckedStepsOptions, context: AttemptContext) {
    super();
    this.#options = options;
    this.#context = context;
    this.#check = createPartCheck(options.issuer);
  }

  take(): IteratorResult<ChatStep, undefined> | undefined {
    const held = this.#held;
    if (held !== undefined) {
      if (!held.hasRoom) return undefined;
      this.#held = undefined;
      return { done: false, value: held.parts };
    }
    if (this.#isDone) return NO_MORE;
    const step = this.#source?.().take();
    if (step === undefined) return undefined;
    if (step.done === true) {
      this.#isDone = true;
      this.#check.end();
      return NO_MORE;
    }
    const parts = step.value.map((part) => this.#check.check(part));
    this.#isDone = parts.at(-1)?.type === 'done';
    // A stream goes out as it comes.
    const { stream } = this.#options.job.request;
    const room = stream ? undefined : this.#context.hold(payloadBytes(parts));
    if (room === undefined) return { done: false, value: parts };
    this.#held = { parts, room, hasRoom: false };
    return undefined;
  }

  whenReady(listener: () => void): void {
    this.#listener = listener;
    const held = this.#held;
    if (held !== undefined) {
      void held.room.finally(() => {
        held.hasRoom = true;
        this.#listener();
      });
    } else if (this.#source !== undefined) this.#source().whenReady(listener);
    else if (!this.#isAsked) this.#ask();
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#isDone = true;
    await this.#source?.().return();
    return NO_MORE;
  }

  #ask(): void {
    this.#isAsked = true;
    this.#begin().then(
      (source) => this.#begun(() => source),
      (error: unknown) => this.#begun(failedBy(error)),
    );
  }

  #begun(source: () => Arrivals<ChatStep>): void {
    this.#source = source;
    this.#listener();
  }

  async #begin(): Promise<Arrivals<ChatStep>> {
    const { provider, job, onAnswer } = this.#options;
    const answer = await provider.answer(job, this.#context);
    this.#context.dispatched();
    onAnswer(answer);
    const begun = arrivalsOf(answer.steps);
    // It was left meanwhile, when there were no steps to end.
    if (this.#context.signal.aborted) await begun.return();
    return begun;
  }
}
