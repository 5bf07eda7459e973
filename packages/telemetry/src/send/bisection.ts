/** The items to send next, or the end of the search. */
export type BisectionStep<Item> =
  | { readonly kind: 'send'; readonly items: readonly Item[] }
  | { readonly kind: 'over'; readonly refused: readonly Item[] };

/**
 * Finds the record that spoils a batch, with a bounded number of requests. Each request has half of
 * the suspects; when they are refused, the other half waits, and all that wait are sent together at
 * the end. So one invalid record among 100 costs eight more requests, and the other 99 arrive.
 */
export class Bisection<Item> {
  #suspects: readonly Item[];
  #waiting: Item[] = [];
  readonly #refused: Item[] = [];
  #asked: readonly Item[] = [];
  #requests: number;
  #isLast = false;

  /** @param batch The refused batch. @param requests The most requests to make. */
  constructor(batch: readonly Item[], requests: number) {
    this.#suspects = batch;
    this.#requests = requests;
  }

  /** Returns the next step; call `answered` after each `send`. */
  next(): BisectionStep<Item> {
    // The last request is kept for those that wait.
    const isFound = this.#suspects.length <= 1 || this.#requests <= 1;
    if (isFound && !this.#isLast) {
      this.#refused.push(...this.#suspects);
      this.#suspects = [];
      this.#isLast = true;
      if (this.#waiting.length > 0) return this.#send(this.#waiting);
    }
    if (this.#isLast) return { kind: 'over', refused: this.#refused };
    return this.#send(this.#suspects.slice(0, Math.ceil(this.#suspects.length / 2)));
  }

  /** Tells whether the items of the last step were accepted. */
  answered(isAccepted: boolean): void {
    if (this.#isLast) {
      if (!isAccepted) this.#refused.push(...this.#asked);
      this.#waiting = [];
      return;
    }
    const others = this.#suspects.slice(this.#asked.length);
    if (isAccepted) {
      this.#suspects = others;
      return;
    }
    this.#waiting.push(...others);
    this.#suspects = this.#asked;
  }

  /** Returns what was neither accepted nor refused, to be sent another time. */
  rest(): readonly Item[] {
    return [...this.#suspects, ...this.#waiting];
  }

  /** Returns what is known to be refused so far. */
  refused(): readonly Item[] {
    return this.#refused;
  }

  #send(items: readonly Item[]): BisectionStep<Item> {
    this.#requests--;
    this.#asked = items;
    return { kind: 'send', items };
  }
}
