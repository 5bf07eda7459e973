import { Arrivals, NO_MORE } from '../../http/arrivals.ts';
import type { AttemptContext } from '../../ports/attempt-context.ts';
import type { Clock } from '../../ports/clock.ts';
import { isProviderFailure } from '../../ports/provider-failure.ts';
import { AttemptTimer, type AttemptLimits } from './attempt-timer.ts';
import type { LeftCall } from './drained-calls.ts';
import type { Holding } from './held-bytes.ts';

/** Created once: any attempt may be left, and a stack trace for each would cost more than the rest. */
const ATTEMPT_ENDED = new Error('the attempt has ended');

export interface AttemptOptions<Step> {
  /** Calls the provider. Whatever it throws, also while its steps are read, ends the attempt. */
  readonly start: (context: AttemptContext) => Arrivals<Step>;
  /** Whether a step is output, for the limits that only output ends. */
  readonly isOutput: (step: Step) => boolean;
  readonly clock: Clock;
  readonly limits: AttemptLimits;
  /** Counts what the attempt holds in memory. */
  readonly holding: Holding;
  /** Ends the attempt when it aborts. */
  readonly signal: AbortSignal;
  /**
   * Called when the client leaves after the request was sent; returns whether it reads what is to
   * come. Without it that ends with the attempt.
   */
  readonly onLeft?: ((call: LeftCall<Step>) => boolean) | undefined;
  /** Called once when the attempt is over, with its error or `COMPLETE`; undefined: it was left. */
  readonly onEnd: (ending: unknown) => void;
}

/** How an attempt ends whose provider has said everything. */
export const COMPLETE = Symbol('complete');

/**
 * One try at one endpoint: the context that its provider gets, and the provider's steps. A step is
 * what one read of the network gave. Whatever the provider does, the attempt ends and the provider's
 * own signal aborts when `signal` aborts or a limit is reached. `take` throws `ProviderFailure`, or
 * the reason of `signal`.
 */
export class Attempt<Step> extends Arrivals<Step> implements AttemptContext {
  /** Whether the request may have reached the provider, and so may have been billed. */
  isDispatched = false;
  readonly #options: AttemptOptions<Step>;
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  readonly #timer: AttemptTimer;
  #source: Arrivals<Step> | undefined;
  /** Read before there was anyone to take them. */
  readonly #opening: Step[] = [];
  /** What comes is awaited, and there is room for it. */
  #isAwaited = false;
  #hasRoom = true;
  #isOver = false;
  #isRead = false;
  #listener: (() => void) | undefined;

  constructor(options: AttemptOptions<Step>) {
    super();
    const { clock, limits } = options;
    this.#options = options;
    this.#timer = new AttemptTimer(clock, limits, (failure) => this.#end(failure));
  }

  /** Reads until `isEnough` says so, or to the end; `take` begins with the same steps. */
  open(isEnough: (step: Step) => boolean): Promise<readonly Step[]> {
    return new Promise((resolve, reject) => {
      const look = () => {
        try {
          for (;;) {
            const step = this.#read();
            if (step === undefined) return this.whenReady(look);
            if (step.done === true) return resolve(this.#opening);
            this.#opening.push(step.value);
            if (isEnough(step.value)) return resolve(this.#opening);
          }
        } catch (error) {
          return reject(error);
        }
      };
      look();
    });
  }

  /** What was opened is forgotten as it is taken: it may be large. */
  take(): IteratorResult<Step, undefined> | undefined {
    const opened = this.#opening.shift();
    return opened === undefined ? this.#read() : { done: false, value: opened };
  }

  whenReady(listener: () => void): void {
    this.#listener = listener;
    if (this.#isOver || this.#source === undefined) this.#wake();
    else this.#source.whenReady(this.#wake);
  }

  /** Ends the attempt, if it has not ended. */
  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#opening.length = 0;
    this.#isRead = true;
    this.#end(undefined);
    return NO_MORE;
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

  readonly #wake = (): void => {
    const listener = this.#listener;
    this.#listener = undefined;
    listener?.();
  };

  /** The next step, if it is there; else the provider is awaited, within the limits. */
  #read(): IteratorResult<Step, undefined> | undefined {
    if (this.#isRead) return NO_MORE;
    try {
      // The provider's own signal has not aborted where the rest is read without the client.
      if (this.#isOver) throw (this.signal.aborted ? this.signal : this.#options.signal).reason;
      const step = (this.#source ??= this.#begin()).take();
      if (step === undefined) {
        this.#await();
        return undefined;
      }
      this.#arrived(step);
      if (step.done !== true) return step;
      this.#isRead = true;
      this.#end(COMPLETE);
      return NO_MORE;
    } catch (error) {
      this.#isRead = true;
      this.#end(error);
      throw error;
    }
  }

  #begin(): Arrivals<Step> {
    const { signal, start } = this.#options;
    if (signal.aborted) throw signal.reason;
    signal.addEventListener('abort', this.#leave, { once: true });
    return start(this);
  }

  #await(): void {
    if (this.#isAwaited) return;
    this.#isAwaited = true;
    if (this.#hasRoom) this.#timer.resume();
  }

  #arrived(step: IteratorResult<Step, undefined>): void {
    const { isOutput, holding } = this.#options;
    this.#isAwaited = false;
    // A provider that answers was reached, even if it did not report `dispatched`.
    this.isDispatched = true;
    this.#timer.stepped(step.done !== true && isOutput(step.value));
    holding.pause();
  }

  readonly #leave = () => {
    const reason: unknown = this.#options.signal.reason;
    this.#end(reason, !isProviderFailure(reason) && this.#isReadOn());
  };

  /** Whether the rest is read, although the client has left. */
  #isReadOn(): boolean {
    const steps = this.#source;
    const { onLeft } = this.#options;
    if (onLeft === undefined || steps === undefined || !this.isDispatched) return false;
    const abort = () => this.#controller.abort(ATTEMPT_ENDED);
    return onLeft({ opening: this.#opening.splice(0), steps, abort });
  }

  /**
   * Releases everything; called at the end, at a limit or when `signal` aborts, whichever comes
   * first.
   */
  #end(ending: unknown, isReadOn = false): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#timer.stop();
    const { holding, signal, onEnd } = this.#options;
    holding.pause();
    signal.removeEventListener('abort', this.#leave);
    if (!isReadOn) {
      // One that is complete left nothing running, and an abort takes longer than all of this.
      if (ending !== COMPLETE) this.#controller.abort(ending ?? ATTEMPT_ENDED);
      // Not awaited: a provider that ignores its signal must not hold up the answer.
      this.#source?.return().catch(() => {});
    }
    onEnd(ending);
    this.#wake();
  }
}
