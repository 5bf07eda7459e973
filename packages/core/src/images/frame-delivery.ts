import type { ServerSentEvent } from '../http/message.ts';
import type { Clock } from '../ports/clock.ts';
import { isProviderFailure } from '../ports/image-provider.ts';
import type { TimeBudget } from './time-budget.ts';

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** How long a client that still reads when the budget ends may take over the last frames. */
const GRACE_MS = 5000;

export interface FrameDeliveryOptions {
  readonly frames: AsyncGenerator<ServerSentEvent, void>;
  readonly budget: TimeBudget;
  readonly clock: Clock;
  /** Called with each frame that the adapter takes, in order, and never after `onEnd`. */
  readonly onTaken: (frame: ServerSentEvent) => void;
  /** Called once: at the end, when it fails, when the reader leaves, and when time is up. */
  readonly onEnd: () => Promise<void>;
}

/**
 * The frames of a stream as its adapter takes them, over at the latest when the budget is, whether
 * they are read or not. A client that reads at that moment gets what is left to say; one that does
 * not is cut off through `signal`. Source: decisions §4.6, §8.22.
 */
export class FrameDelivery implements AsyncIterableIterator<ServerSentEvent> {
  readonly #options: FrameDeliveryOptions;
  readonly #cutOff = new AbortController();
  #ending: Promise<void> | undefined;
  /** Why it was over before its end. */
  #broken: { readonly reason: unknown } | undefined;
  #isAwaited = false;
  #stopGrace = () => {};

  constructor(options: FrameDeliveryOptions) {
    this.#options = options;
    const { signal } = options.budget;
    if (signal.aborted) this.#onBudgetEnd();
    else signal.addEventListener('abort', this.#onBudgetEnd, { once: true });
  }

  /** Aborts when the adapter has to break off the response, because its client does not read. */
  get signal(): AbortSignal {
    return this.#cutOff.signal;
  }

  async next(): Promise<IteratorResult<ServerSentEvent, undefined>> {
    if (this.#ending !== undefined) return this.#over();
    this.#isAwaited = true;
    try {
      const result = await this.#options.frames.next();
      // What became ready meanwhile comes too late: the rest is settled.
      if (this.#ending !== undefined) return this.#over();
      if (result.done !== true) {
        this.#options.onTaken(result.value);
        return result;
      }
      await this.#end();
      return DONE;
    } catch (error) {
      await this.#end();
      throw error;
    } finally {
      this.#isAwaited = false;
    }
  }

  async return(): Promise<IteratorResult<ServerSentEvent, undefined>> {
    // First the end: it aborts what the generator may be waiting for.
    await this.#end();
    await this.#options.frames.return();
    return DONE;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Also when the client leaves, and at our own end. */
  readonly #onBudgetEnd = (): void => {
    const { clock, budget } = this.#options;
    if (this.#ending !== undefined) return;
    if (isProviderFailure(budget.signal.reason) && this.#isAwaited) {
      this.#stopGrace = clock.after(GRACE_MS, () => this.#breakOff(), 'limit');
    } else {
      this.#breakOff();
    }
  };

  /** Ends what the adapter does not take any more. */
  #breakOff(): void {
    const { budget, frames } = this.#options;
    this.#broken = budget.signal;
    void this.#end();
    this.#cutOff.abort(budget.signal.reason);
    // Not awaited: a frame may just be being made.
    frames.return().catch(() => {});
  }

  #over(): IteratorReturnResult<undefined> {
    if (this.#broken !== undefined) throw this.#broken.reason;
    return DONE;
  }

  #end(): Promise<void> {
    if (this.#ending === undefined) {
      this.#stopGrace();
      this.#options.budget.signal.removeEventListener('abort', this.#onBudgetEnd);
      this.#ending = this.#options.onEnd();
    }
    return this.#ending;
  }
}
