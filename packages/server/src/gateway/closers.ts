/** Resources to close, the last opened first. */
export class Closers {
  readonly #close: (() => Promise<unknown>)[] = [];

  add(close: () => Promise<unknown>): void {
    this.#close.push(close);
  }

  /** Closes everything, even if one fails; then rejects with the first error. */
  async closeAll(): Promise<void> {
    const errors: unknown[] = [];
    for (const close of this.#close.splice(0).toReversed()) {
      await close().catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }
}
