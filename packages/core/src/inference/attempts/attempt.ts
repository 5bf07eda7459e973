import type { AttemptContext } from '../../ports/attempt-context.ts';
import type { Clock } from '../../ports/clock.ts';
import { AttemptTimer, type AttemptLimits } from './attempt-timer.ts';
import type { Holding } from './held-bytes.ts';

/** Created once: every attempt ends, and a stack trace for each would cost more than the rest. */
const ATTEMPT_ENDED = new Error('the attempt has ended');

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

export interface AttemptOptions<Step> {
  /** Calls the provider. Whatever it throws, also while its steps are read, ends the attempt. */
  readonly start: (context: AttemptContext) => AsyncIterator<Step, unknown>;
  /** Whether a step is output, for the limits that only output ends. */
  readonly isOutput: (step: Step) => boolean;
  readonly clock: Clock;
  readonly limits: AttemptLimits;
  /** Counts what the attempt holds in memory. */
  readonly holding: Holding;
  /** Ends the attempt when it aborts. */
  readonly signal: AbortSignal;
  /** Called once when the attempt is over, with its error or `COMPLETE`; undefined: it was left. */
  readonly onEnd: (ending: unknown) => void;
}

/** How an attempt ends whose provider has said everything. */
export const COMPLETE = Symbol('complete');

/**
 * One try at one endpoint: the context that its provider gets, and the provider's steps. A step is
 * what one read of the network gave. Whatever the provider does, the attempt ends and the provider's
 * own signal aborts when `signal` aborts or a limit is reached. `next` throws `ProviderFailure`, or
 * the reason of `signal`.
 */
export class Attempt<Step> implements AttemptContext, AsyncIterableIterator<Step, undefined> {
  /** Whether the request may have reached the provider, and so may have been billed. */
  isDispatched = false;
  readonly #options: AttemptOptions<Step>;
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  readonly #timer: AttemptTimer;
  #source: AsyncIterator<Step, unknown> | undefined;
  /** Read before there was anyone to take them. */
  readonly #opening: Step[] = [];
  /** What comes is awaited, and there is room for it. */
  #isAwaited = false;
  #hasRoom = true;
  #isOver = false;
  #isRead = false;
  /** Rejects what is awaited. */
  #interrupt: (reason: unknown) => void = () => {};

  constructor(options: AttemptOptions<Step>) {
    const { clock, limits } = options;
    this.#options = options;
    this.#timer = new AttemptTimer(clock, limits, (failure) => this.#end(failure));
  }

  /** Reads until `isEnough` says so, or to the end; `next` begins with the same steps. */
  async open(isEnough: (step: Step) => boolean): Promise<readonly Step[]> {
    for (;;) {
      const { value, done } = await this.#read();
      if (done === true) return this.#opening;
      this.#opening.push(value);
      if (isEnough(value)) return this.#opening;
    }
  }

  /** What was opened is forgotten as it is taken: it may be large. */
  async next(): Promise<IteratorResult<Step, undefined>> {
    const opened = this.#opening.shift();
    return opened === undefined ? this.#read() : { done: false, value: opened };
  }

  /** Ends the attempt, if it has not ended. */
  async return(): Promise<IteratorResult<Step, undefined>> {
    this.#opening.length = 0;
    this.#isRead = true;
    this.#end(undefined);
    return DONE;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  // The three are bound, because a provider may detach them from its context.
  readonly dispatched = (): void => {
    if (this.isDispatched) return;
    this.isDispatched = true;
    this.#timer.sent();
  };

  readonly progress = (): void => {
    this.isDispatched = true;
    this.#timer.heard();
  };

  readonly hold = (bytes: number): Promise<void> | undefined => {
    if (this.#isOver) return undefined;
    const room = this.#options.holding.add(bytes);
    if (room === undefined) return undefined;
    this.#timer.pause();
    this.#hasRoom = false;
    return this.#resumed(room);
  };

  async #resumed(room: Promise<void>): Promise<void> {
    await room;
    this.#hasRoom = true;
    if (this.#isAwaited) this.#timer.resume();
  }

  async #read(): Promise<IteratorResult<Step, undefined>> {
    if (this.#isRead) return DONE;
    try {
      this.#source ??= this.#begin();
      const result = await this.#awaited(this.#source);
      if (result.done !== true) return result;
      this.#isRead = true;
      this.#end(COMPLETE);
      return DONE;
    } catch (error) {
      this.#isRead = true;
      this.#end(error);
      throw error;
    }
  }

  #begin(): AsyncIterator<Step, unknown> {
    const { signal, start } = this.#options;
    if (signal.aborted) throw signal.reason;
    signal.addEventListener('abort', this.#leave, { once: true });
    return start(this);
  }

  readonly #leave = () => this.#end(this.#options.signal.reason);

  /** Asks for the next step, within the limits. */
  async #awaited(source: AsyncIterator<Step, unknown>): Promise<IteratorResult<Step, unknown>> {
    const { isOutput, holding } = this.#options;
    this.#isAwaited = true;
    if (this.#hasRoom) this.#timer.resume();
    try {
      const result = await this.#interruptible(source.next());
      // A provider that answers was reached, even if it did not report `dispatched`.
      this.isDispatched = true;
      this.#timer.stepped(result.done !== true && isOutput(result.value));
      return result;
    } finally {
      this.#isAwaited = false;
      holding.pause();
    }
  }

  /** Settles like `promise`, or rejects as soon as the attempt ends. */
  #interruptible<Value>(promise: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#interrupt = reject;
      promise.then(resolve, reject);
      if (this.#isOver) reject(this.signal.reason);
    });
  }

  /**
   * Releases everything; called at the end, at a limit or when `signal` aborts, whichever comes
   * first.
   */
  #end(ending: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#timer.stop();
    const { holding, signal, onEnd } = this.#options;
    holding.pause();
    signal.removeEventListener('abort', this.#leave);
    const reason = ending === undefined || ending === COMPLETE ? ATTEMPT_ENDED : ending;
    this.#interrupt(reason);
    this.#controller.abort(reason);
    // Not awaited: a provider that ignores its signal must not hold up the answer.
    this.#source?.return?.().catch(() => {});
    onEnd(ending);
  }
}
