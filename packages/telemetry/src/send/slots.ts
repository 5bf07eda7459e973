/**
 * The requests that all destinations together may have open. The longest waiting destination comes
 * first.
 */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Takes a slot; returns false when none is free, and then calls `wake` once one may be. */
  take(wake: () => void): boolean {
    if (this.#free === 0) {
      this.#waiting.add(wake);
      return false;
    }
    this.#free--;
    return true;
  }

  release(): void {
    this.#free++;
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#waiting.delete(next);
    next();
  }
}
