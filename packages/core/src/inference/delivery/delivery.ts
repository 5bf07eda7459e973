import { Arrivals, ended, failedBy, NO_MORE } from '../../http/arrivals.ts';
import type { Clock } from '../../ports/clock.ts';
import { isProviderFailure } from '../../ports/provider-failure.ts';
import type { TimeBudget } from '../attempts/time-budget.ts';

/** The time that a client that is still reading when the budget ends has for the last items. */
const GRACE_MS = 5000;

export interface DeliveryOptions<Item> {
  readonly items: Arrivals<Item>;
  readonly budget: TimeBudget;
  /** Aborts when the client leaves. */
  readonly client: AbortSignal | undefined;
  readonly clock: Clock;
  /** Called with each item that the adapter takes, in order, and never after `onEnd`. */
  readonly onTaken: (item: Item) => void;
  /** Called with an error of the items, unless they ended because the request did: it is a bug. */
  readonly onBug: (error: unknown) => void;
  /** Called once: at the end, when it fails, when the reader leaves, and when time is up. */
  readonly onEnd: () => Promise<void>;
}

/**
 * The items of a stream, events or bytes, as its adapter takes them. They end no later than the
 * budget, whether they are read or not. A client that is reading at that moment gets the remaining
 * items; one that is not is cut off through `signal`. Source: contract §4.6, §4.7.
 */
export class Delivery<Item> extends Arrivals<Item> {
  readonly #options: DeliveryOptions<Item>;
  readonly #cutOff = new AbortController();
  #ending: Promise<void> | undefined;
  /** The signal that ended the delivery early. */
  #broken: AbortSignal | undefined;
  #isAwaited = false;
  #listener: (() => void) | undefined;
  /** How the items ended, which the reader learns when everything is settled. */
  #outcome: (() => IteratorReturnResult<undefined>) | undefined;
  #isSettled = false;
  #stopGrace = () => {};

  constructor(options: DeliveryOptions<Item>) {
    super();
    this.#options = options;
    const { budget, client } = options;
    budget.signal.addEventListener('abort', this.#onBudgetEnd, { once: true });
    // The budget also reports that the client left, but only until it ends.
    client?.addEventListener('abort', this.#onClientLeft, { once: true });
    if (client?.aborted) this.#onClientLeft();
    else if (budget.signal.aborted) this.#onBudgetEnd();
  }

  /** Aborts when the adapter must close the connection, because its client does not read. */
  get signal(): AbortSignal {
    return this.#cutOff.signal;
  }

  take(): IteratorResult<Item, undefined> | undefined {
    this.#isAwaited = false;
    if (this.#outcome !== undefined) return this.#isSettled ? this.#outcome() : undefined;
    if (this.#ending !== undefined) return this.#over();
    try {
      const result = this.#options.items.take();
      if (result === undefined) return undefined;
      if (result.done !== true) {
        this.#options.onTaken(result.value);
        return result;
      }
      this.#outcome = ended;
    } catch (error) {
      const { budget, onBug } = this.#options;
      if (!budget.signal.aborted) onBug(error);
      this.#outcome = failedBy(error);
    }
    return undefined;
  }

  whenReady(listener: () => void): void {
    if (this.#outcome === undefined && this.#ending === undefined) {
      this.#isAwaited = true;
      this.#listener = listener;
      this.#options.items.whenReady(this.#wake);
      return;
    }
    const settle = () => {
      this.#isSettled = true;
      listener();
    };
    this.#end().then(settle, (error: unknown) => {
      this.#outcome = failedBy(error);
      settle();
    });
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    // `onEnd` first: it aborts what the generator may be waiting for.
    await this.#end();
    await this.#options.items.return();
    return NO_MORE;
  }

  readonly #wake = (): void => {
    const listener = this.#listener;
    this.#listener = undefined;
    listener?.();
  };

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

  /** Ends the items that the adapter no longer takes, with the reason of `cause`. */
  #breakOff(cause: AbortSignal): void {
    if (this.#ending !== undefined) return;
    this.#broken = cause;
    this.#end().catch(this.#options.onBug);
    this.#cutOff.abort(cause.reason);
    // Not awaited: an item may be in the making.
    this.#options.items.return().catch(() => {});
    this.#wake();
  }

  #over(): IteratorReturnResult<undefined> {
    if (this.#broken !== undefined) throw this.#broken.reason;
    return NO_MORE;
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
