/**
 * Items that come by themselves and are taken without waiting where they are there. What passes
 * through several hands this way costs no promise for each of them: only the last one waits. Read it
 * as any iterator, or by `take` and `whenReady`, by one reader and in one of the two ways at a time.
 */
export abstract class Arrivals<Item> implements AsyncIterableIterator<Item, undefined> {
  /**
   * Returns what comes next, the end included; undefined while that is still to come. Throws what
   * ends the items early.
   */
  abstract take(): IteratorResult<Item, undefined> | undefined;

  /**
   * Calls `listener` once, as soon as there may be something to take; after `take` had nothing. Only
   * the last listener is called.
   */
  abstract whenReady(listener: () => void): void;

  /** Ends the items: nothing comes any more. */
  abstract return(): Promise<IteratorReturnResult<undefined>>;

  next(): Promise<IteratorResult<Item, undefined>> {
    return new Promise((resolve, reject) => {
      const look = () => {
        try {
          const taken = this.take();
          // Not at once: what wakes this may be in the midst of ending or of reading.
          if (taken === undefined) this.whenReady(() => void Promise.resolve().then(look));
          else resolve(taken);
        } catch (error) {
          reject(error);
        }
      };
      look();
    });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** The end of the items. */
export const NO_MORE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** How items end that no error ends. */
export function ended(): IteratorReturnResult<undefined> {
  return NO_MORE;
}

/** Returns how items end that an error ends. */
export function failedBy(error: unknown): () => never {
  return () => {
    throw error;
  };
}

/** Returns items so that they can be taken: as they are where that is so already. */
export function arrivalsOf<Item>(
  items: AsyncIterable<Item> | AsyncIterator<Item, unknown>,
): Arrivals<Item> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items;
  // Not `instanceof`: a provider may have another copy of this package.
  return 'take' in iterator && 'whenReady' in iterator
    ? (iterator as Arrivals<Item>)
    : new Asked(iterator);
}

type Settled<Item> = () => IteratorResult<Item, unknown>;

/** The items of an iterator, asked for one by one. */
class Asked<Item> extends Arrivals<Item> {
  readonly #items: AsyncIterator<Item, unknown>;
  #settled: Settled<Item> | undefined;
  #isAsked = false;
  #listener = () => {};

  constructor(items: AsyncIterator<Item, unknown>) {
    super();
    this.#items = items;
  }

  take(): IteratorResult<Item, undefined> | undefined {
    const settled = this.#settled;
    if (settled === undefined) return undefined;
    this.#settled = undefined;
    const result = settled();
    return result.done === true ? NO_MORE : result;
  }

  whenReady(listener: () => void): void {
    this.#listener = listener;
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#items.next().then(
      (result) => this.#settle(() => result),
      (error: unknown) => this.#settle(failedBy(error)),
    );
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    await this.#items.return?.();
    return NO_MORE;
  }

  #settle(settled: Settled<Item>): void {
    this.#settled = settled;
    this.#isAsked = false;
    this.#listener();
  }
}

/** What is done with items on their way. */
export interface Passing<Item, Passed> {
  /** Makes of an item what is passed on. */
  readonly pass: (item: Item) => Passed;
  /** Called when the items are over, before the reader knows. */
  readonly onEnd?: () => void;
  /** Called with what ends them early. */
  readonly onError?: (error: unknown) => void;
  /** Called when the reader has left and the source is closed. */
  readonly onLeft?: () => void;
}

/** Passes items on, one for one. */
export class Passed<Item, Result> extends Arrivals<Result> {
  readonly #items: Arrivals<Item>;
  readonly #passing: Passing<Item, Result>;

  constructor(items: AsyncIterable<Item>, passing: Passing<Item, Result>) {
    super();
    this.#items = arrivalsOf(items);
    this.#passing = passing;
  }

  take(): IteratorResult<Result, undefined> | undefined {
    try {
      const taken = this.#items.take();
      if (taken === undefined) return undefined;
      if (taken.done !== true) return { done: false, value: this.#passing.pass(taken.value) };
      this.#passing.onEnd?.();
      return NO_MORE;
    } catch (error) {
      this.#passing.onError?.(error);
      throw error;
    }
  }

  whenReady(listener: () => void): void {
    this.#items.whenReady(listener);
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    await this.#items.return();
    this.#passing.onLeft?.();
    return NO_MORE;
  }
}
