import type { Clock } from '../ports/clock.ts';
import { Arrivals, arrivalsOf, NO_MORE } from './arrivals.ts';
import type { ServerSentEvent } from './message.ts';

/** A comment, which clients ignore. */
export const KEEP_ALIVE: ServerSentEvent = { comment: 'keep-alive' };

/**
 * Yields the same items, with `sign` whenever `milliseconds` pass without one, so that proxies keep
 * the connection open. `isDue` is whether it comes first, too, unless an item is there. One timer
 * serves all items: it looks at the clock when it fires.
 */
export function withKeepAlive<Item>(
  items: AsyncIterable<Item> | AsyncIterator<Item, unknown>,
  clock: Clock,
  milliseconds: number,
  sign: Item,
  isDue = false,
): Arrivals<Item> {
  return new KeptAlive(arrivalsOf(items), { clock, milliseconds, sign }, isDue);
}

interface Silence<Item> {
  readonly clock: Clock;
  readonly milliseconds: number;
  readonly sign: Item;
}

class KeptAlive<Item> extends Arrivals<Item> {
  readonly #items: Arrivals<Item>;
  readonly #silence: Silence<Item>;
  /** Of the reader who waits; undefined while none does. */
  #listener: (() => void) | undefined;
  #askedAt = 0;
  #isDue: boolean;
  #stopTimer: (() => void) | undefined;

  constructor(items: Arrivals<Item>, silence: Silence<Item>, isDue: boolean) {
    super();
    this.#items = items;
    this.#silence = silence;
    this.#isDue = isDue;
  }

  take(): IteratorResult<Item, undefined> | undefined {
    try {
      const taken = this.#items.take();
      if (taken?.done === true) this.#stop();
      if (taken !== undefined || !this.#isDue) return taken;
      return { done: false, value: this.#silence.sign };
    } catch (error) {
      this.#stop();
      throw error;
    } finally {
      this.#isDue = false;
    }
  }

  whenReady(listener: () => void): void {
    const { clock, milliseconds } = this.#silence;
    this.#listener = listener;
    this.#askedAt = clock.now();
    if (this.#stopTimer === undefined) this.#setTimer(milliseconds);
    this.#items.whenReady(this.#wake);
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#stop();
    await this.#items.return();
    return NO_MORE;
  }

  readonly #wake = (): void => {
    const listener = this.#listener;
    this.#listener = undefined;
    listener?.();
  };

  #setTimer(delay: number): void {
    this.#stopTimer = this.#silence.clock.after(delay, this.#onTimer, 'limit');
  }

  readonly #onTimer = (): void => {
    this.#stopTimer = undefined;
    if (this.#listener === undefined) return;
    const { clock, milliseconds } = this.#silence;
    const silence = clock.now() - this.#askedAt;
    // Negative after the clock was set back.
    if (silence < milliseconds) this.#setTimer(milliseconds - Math.max(0, silence));
    else {
      this.#isDue = true;
      this.#wake();
    }
  };

  #stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }
}
