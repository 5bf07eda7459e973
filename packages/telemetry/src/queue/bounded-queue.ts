/** A record in a queue. */
export interface Queued<Item> {
  readonly item: Item;
  readonly bytes: number;
  /** When it was observed, milliseconds of the steady clock. */
  readonly since: number;
  /** Its id in the outbox, where it is stored. */
  readonly storedAs?: string | undefined;
}

export interface QueueLimits {
  readonly records: number;
  readonly bytes: number;
}

/** A first-in, first-out queue with a limit of records and of bytes; what is too much is for the caller to drop. */
export class BoundedQueue<Item> {
  #entries: (Queued<Item> | undefined)[] = [];
  /** Places before it are empty; they are removed together, because removing each would copy the rest. */
  #head = 0;
  #bytes = 0;
  readonly #limits: QueueLimits;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#entries.length - this.#head;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The oldest entry. */
  get first(): Queued<Item> | undefined {
    return this.#entries[this.#head];
  }

  push(entry: Queued<Item>): void {
    this.#entries.push(entry);
    this.#bytes += entry.bytes;
  }

  /** Puts entries before all others, in order. */
  unshift(entries: readonly Queued<Item>[]): void {
    this.#entries = [...entries, ...this.#left()];
    this.#head = 0;
    for (const { bytes } of entries) this.#bytes += bytes;
  }

  /** Returns the limit that is exceeded, if any. */
  exceeds(): keyof QueueLimits | undefined {
    if (this.length > this.#limits.records) return 'records';
    return this.#bytes > this.#limits.bytes ? 'bytes' : undefined;
  }

  shift(): Queued<Item> | undefined {
    const entry = this.#entries[this.#head];
    if (entry === undefined) return undefined;
    // A thousand prompts that left would weigh several times the limit of those that wait.
    this.#entries[this.#head] = undefined;
    this.#head++;
    this.#bytes -= entry.bytes;
    if (this.#head > 1024 || this.#head === this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
    return entry;
  }

  /** Takes the oldest entries, at least one and no more than the limits allow. */
  take(limits: QueueLimits): Queued<Item>[] {
    const taken: Queued<Item>[] = [];
    let bytes = 0;
    for (let next = this.first; next !== undefined; next = this.first) {
      if (taken.length >= limits.records) break;
      if (taken.length > 0 && bytes + next.bytes > limits.bytes) break;
      bytes += next.bytes;
      taken.push(next);
      this.shift();
    }
    return taken;
  }

  /** Replaces each item; its size may change too. */
  replaceEach(replace: (entry: Queued<Item>) => Queued<Item>): void {
    const replaced = this.#left().map(replace);
    this.#entries = replaced;
    this.#head = 0;
    this.#bytes = replaced.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Takes all entries. */
  drain(): readonly Queued<Item>[] {
    const entries = this.#left();
    this.#entries = [];
    this.#head = 0;
    this.#bytes = 0;
    return entries;
  }

  #left(): Queued<Item>[] {
    return this.#entries.slice(this.#head).filter((entry) => entry !== undefined);
  }
}
