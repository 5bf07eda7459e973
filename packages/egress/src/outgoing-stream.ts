/**
 * The body of a request on its way to undici, which notices neither the end of its exchange nor what
 * made its source fail: it waits for the next chunk, and reports any error as its own.
 */
export class OutgoingStream implements AsyncIterableIterator<Uint8Array> {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #onFailure: (error: unknown) => void;
  #state: 'open' | 'sent' | 'closed' = 'open';
  #interrupt = () => {};

  constructor(source: AsyncIterable<Uint8Array>, onFailure: (error: unknown) => void) {
    this.#source = source[Symbol.asyncIterator]();
    this.#onFailure = onFailure;
  }

  get isSent(): boolean {
    return this.#state === 'sent';
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    return new Promise((resolve, reject) => {
      const interrupt = () => reject(new Error('the exchange is over'));
      this.#interrupt = interrupt;
      if (this.#state === 'closed') this.#interrupt();
      else this.#take().then(resolve, reject);
    });
  }

  /** Ends the body early, because its exchange is over, and closes its source. */
  close(): void {
    if (this.#state !== 'open') return;
    this.#state = 'closed';
    this.#interrupt();
    // Not awaited: a source may finish what it waits for first. Its errors interest no one any more.
    this.#source.return?.().catch(() => {});
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    this.close();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #take(): Promise<IteratorResult<Uint8Array>> {
    try {
      const next = await this.#source.next();
      if (next.done === true && this.#state === 'open') this.#state = 'sent';
      return next;
    } catch (error) {
      if (this.#state === 'open') this.#onFailure(error);
      throw error;
    }
  }
}
