interface Slot<Value> {
  /** Which slot since 1970 it is. */
  readonly number: number;
  readonly value: Value;
}

/** Values of the last while, one for each span of time; what is older is forgotten. */
export class TimeSlots<Value> {
  readonly #slotMs: number;
  readonly #most: number;
  readonly #create: () => Value;
  /** The oldest first. */
  readonly #slots: Slot<Value>[] = [];

  /** Keeps `most` spans of `slotMs` milliseconds that have a value. */
  constructor(slotMs: number, most: number, create: () => Value) {
    this.#slotMs = slotMs;
    this.#most = most;
    this.#create = create;
  }

  /** Returns the value of this moment, to be changed. */
  at(now: number): Value {
    const number = Math.floor(now / this.#slotMs);
    const last = this.#slots.at(-1);
    if (last?.number === number) return last.value;
    const value = this.#create();
    this.#slots.push({ number, value });
    if (this.#slots.length > this.#most) this.#slots.shift();
    return value;
  }

  /** Returns the values of the spans that reach into the last `ms` milliseconds. */
  within(now: number, ms: number): readonly Value[] {
    const first = Math.floor((now - ms) / this.#slotMs) + 1;
    return this.#slots.filter(({ number }) => number >= first).map(({ value }) => value);
  }
}
