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
  /** Aborts when the client leaves. */
  readonly client: AbortSignal | undefined;
  readonly clock: Clock;
  /** Called with each frame that the adapter takes, in order, and never after `onEnd`. */
  readonly onTaken: (frame: ServerSentEvent) => void;
  /** Called once: at the end, when it fails, when the reader leaves, and when time is up. */
  readonly onEnd: () => Promise<void>;
}

/**
 * The frames of a stream as its adapter takes them, over at the latest when the budget is, whether
 * they are read or not. A client that reads at that moment gets what is left to say; one that does
 * not is cut off through `signal`. Source: contract §4.6, §4.7.
 */
export class FrameDelivery implements AsyncIterableIterator<ServerSentEvent> {
  readonly #options: FrameDeliveryOptions;
  readonly #cutOff = new AbortController();
  #ending: Promise<void> | undefined;
  /** What ended it before its end. */
  #broken: AbortSignal | undefined;
  #isAwaited = false;
  #stopGrace = () => {};

  constructor(options: FrameDeliveryOptions) {
    this.#options = options;
    const { budget, client } = options;
    budget.signal.addEventListener('abort', this.#onBudgetEnd, { once: true });
    // The budget tells of the client as well, but not any more once it has ended.
    client?.addEventListener('abort', this.#onClientLeft, { once: true });
    if (client?.aborted) this.#onClientLeft();
    else if (budget.signal.aborted) this.#onBudgetEnd();
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

  readonly #onBudgetEnd = (): void => {
    const { budget, clock } = this.#options;
    const { signal } = budget;
    if (isProviderFailure(signal.reason) && this.#isAwaited) {
      this.#stopGrace = clock.after(GRACE_MS, () => this.#breakOff(signal), 'limit');
    } else {
      this.#breakOff(signal);
    }
  };

  readonly #onClientLeft = (): void => {
    const { client } = this.#options;
    if (client !== undefined) this.#breakOff(client);
  };

  /** Ends what the adapter does not take any more, for the reason of `cause`. */
  #breakOff(cause: AbortSignal): void {
    if (this.#ending !== undefined) return;
    this.#broken = cause;
    void this.#end();
    this.#cutOff.abort(cause.reason);
    // Not awaited: a frame may just be being made.
    this.#options.frames.return().catch(() => {});
  }

  #over(): IteratorReturnResult<undefined> {
    if (this.#broken !== undefined) throw this.#broken.reason;
    return DONE;
  }

  #end(): Promise<void> {
    if (this.#ending === undefined) {
      const { budget, client, onEnd } = this.#options;
      this.#stopGrace();
      budget.signal.removeEventListener('abort', this.#onBudgetEnd);
      client?.removeEventListener('abort', this.#onClientLeft);
      this.#ending = onEnd();
    }
    return this.#ending;
  }
}
