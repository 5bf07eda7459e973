import { Arrivals, arrivalsOf, failedBy, ended, NO_MORE } from './arrivals.ts';

/**
 * Returns the same sequence, with `end` called exactly once: when it is over, when it fails, when
 * its reader leaves, even before reading anything (which a generator's own `finally` would miss),
 * and when `signal` aborts while it is not being read.
 */
export function withEnding<Item>(
  items: AsyncIterable<Item>,
  signal: AbortSignal | undefined,
  end: () => Promise<void>,
): AsyncIterableIterator<Item> {
  return new Ending(items, signal, end);
}

class Ending<Item> extends Arrivals<Item> {
  readonly #items: Arrivals<Item>;
  readonly #signal: AbortSignal | undefined;
  readonly #end: () => Promise<void>;
  #ending: Promise<void> | undefined;
  /** How the items ended, which the reader learns when `end` is done. */
  #outcome: (() => IteratorReturnResult<undefined>) | undefined;
  #hasEnded = false;

  constructor(
    items: AsyncIterable<Item>,
    signal: AbortSignal | undefined,
    end: () => Promise<void>,
  ) {
    super();
    this.#items = arrivalsOf(items);
    this.#signal = signal;
    this.#end = end;
    if (signal?.aborted) this.#leave();
    signal?.addEventListener('abort', this.#leave, { once: true });
  }

  take(): IteratorResult<Item, undefined> | undefined {
    if (this.#outcome === undefined) {
      try {
        const taken = this.#items.take();
        if (taken?.done !== true) return taken;
        this.#outcome = ended;
      } catch (error) {
        this.#outcome = failedBy(error);
      }
    }
    return this.#hasEnded ? this.#outcome() : undefined;
  }

  whenReady(listener: () => void): void {
    if (this.#outcome === undefined) this.#items.whenReady(listener);
    else {
      void this.#endOnce().finally(() => {
        this.#hasEnded = true;
        listener();
      });
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    // `end` first: it aborts what the generator may be waiting for.
    await this.#endOnce();
    await this.#items.return();
    return NO_MORE;
  }

  readonly #leave = (): void => void this.#endOnce();

  #endOnce(): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#leave);
    return (this.#ending ??= this.#end());
  }
}
