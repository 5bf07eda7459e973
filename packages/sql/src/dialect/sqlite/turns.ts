/** Gives exclusive turns, in the order in which they were requested. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  get isIdle(): boolean {
    return !this.#isTaken;
  }

  /** Resolves when it is the caller's turn, which lasts until `end`. */
  async begin(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  end(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }
}
