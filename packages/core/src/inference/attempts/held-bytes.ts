/** Attempts that go on reading past half of the limit. */
const MOST_READING = 8;

/**
 * Bounds how much of its providers' answers a gateway holds at once, from the arrival of a part
 * until its image is handed over to the client. Up to half of the limit every attempt reads; past
 * it only a few go on, past the limit only one, the oldest first. The others leave the rest with
 * their upstream. Source: contract §4.11.
 */
export class HeldBytes {
  readonly #limit: number;
  #bytes = 0;
  #parkedBytes = 0;
  #opened = 0;
  /** Those that wait, the oldest first. */
  readonly #parked: Holding[] = [];
  /** Those that waited and may read one part more. */
  readonly #admitted = new Set<Holding>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The bytes held by all attempts. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Begins to account for an attempt. */
  open(): Holding {
    return new Holding(this, this.#opened++);
  }

  /** Counts bytes; returns a promise when the attempt has to wait before it reads on. */
  add(holding: Holding, bytes: number): Promise<void> | undefined {
    holding.bytes += bytes;
    this.#bytes += bytes;
    this.#admitted.delete(holding);
    if (this.#bytes <= this.#limit / 2) return undefined;
    return new Promise((resolve) => {
      holding.proceed = resolve;
      this.#parkedBytes += holding.bytes;
      const younger = this.#parked.findIndex(({ age }) => age > holding.age);
      this.#parked.splice(younger === -1 ? this.#parked.length : younger, 0, holding);
      this.#admit();
    });
  }

  release(holding: Holding, bytes: number): void {
    const released = Math.min(bytes, holding.bytes);
    holding.bytes -= released;
    this.#bytes -= released;
    if (holding.proceed !== undefined) this.#parkedBytes -= released;
    this.#admit();
  }

  /** Lets others read instead of this attempt, which is not reading. */
  pause(holding: Holding): void {
    const position = this.#parked.indexOf(holding);
    if (position !== -1) this.#takeOut(position);
    this.#admitted.delete(holding);
    this.#admit();
  }

  #admit(): void {
    while (this.#mayAdmit()) {
      const holding = this.#takeOut(0);
      if (holding !== undefined) this.#admitted.add(holding);
    }
  }

  #mayAdmit(): boolean {
    const [oldest] = this.#parked;
    if (oldest === undefined) return false;
    if (this.#bytes <= this.#limit) return this.#admitted.size < MOST_READING;
    // Past the limit, what others hold goes away by itself; what waits for this very room does not.
    const others = this.#bytes - this.#parkedBytes;
    return this.#admitted.size === 0 && (others === 0 || others + oldest.bytes <= this.#limit);
  }

  #takeOut(position: number): Holding | undefined {
    const [holding] = this.#parked.splice(position, 1);
    if (holding === undefined) return undefined;
    this.#parkedBytes -= holding.bytes;
    holding.proceed?.();
    holding.proceed = undefined;
    return holding;
  }
}

/** The share of one attempt. */
export class Holding {
  /** Changed by `HeldBytes` alone, as is `proceed`. */
  bytes = 0;
  /** Ends the wait for room. */
  proceed: (() => void) | undefined;
  /** Lower is older. */
  readonly age: number;
  readonly #held: HeldBytes;

  constructor(held: HeldBytes, age: number) {
    this.#held = held;
    this.age = age;
  }

  /** Counts bytes that arrived; returns a promise when there is no room to read on. */
  add(bytes: number): Promise<void> | undefined {
    return this.#held.add(this, bytes);
  }

  /** Counts off bytes that were handed over. */
  release(bytes: number): void {
    this.#held.release(this, bytes);
  }

  /** Ends a wait and lets others read; `add` resumes. */
  pause(): void {
    this.#held.pause(this);
  }

  /** Counts off all that is left. */
  end(): void {
    this.pause();
    this.release(this.bytes);
  }
}
