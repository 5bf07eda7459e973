import { Bitset } from './bitset.ts';

/** The models that have each value of one property. Values are compared without case. */
export class Facet {
  readonly #size: number;
  readonly #sets = new Map<string, Bitset>();
  readonly #spellings = new Map<string, Bitset>();

  constructor(size: number) {
    this.#size = size;
  }

  mark(value: string, position: number): void {
    // A catalog has few spellings and many models, so each spelling is lower-cased once.
    let set = this.#spellings.get(value);
    if (set === undefined) this.#spellings.set(value, (set = this.#setOf(value.toLowerCase())));
    set.add(position);
  }

  #setOf(key: string): Bitset {
    let set = this.#sets.get(key);
    if (set === undefined) this.#sets.set(key, (set = new Bitset(this.#size)));
    return set;
  }

  /** Returns the models with this value. */
  having(value: string): Bitset | undefined {
    return this.#sets.get(value.toLowerCase());
  }

  /** Returns the models with any of these values. */
  havingAny(values: readonly string[]): Bitset {
    const union = new Bitset(this.#size);
    for (const value of values) union.unite(this.having(value));
    return union;
  }

  /** Returns the models with a value that `accepts` accepts; it receives values in lower case. */
  matching(accepts: (value: string) => boolean): Bitset {
    const union = new Bitset(this.#size);
    for (const [value, set] of this.#sets) if (accepts(value)) union.unite(set);
    return union;
  }
}
