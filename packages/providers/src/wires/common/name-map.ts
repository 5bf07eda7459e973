/** As long as OpenAI takes one. */
const USUAL_LONGEST = 64;

/** Of the count that tells names apart, with its `_`: there are at most 100,000. */
const LONGEST_END = 7;

/** Names of tools in the wire's alphabet, and back: the answer has the client's own names. */
export class NameMap {
  readonly #longest: number;
  readonly #begins: RegExp;
  readonly #wire = new Map<string, string>();
  readonly #client = new Map<string, string>();
  /** How many names begin alike, so that none of their counts is tried twice. */
  readonly #alike = new Map<string, number>();

  /**
   * Letters, digits, `_` and `-`, at most `longest` of them; a name that does not begin as `begins`
   * says gets a `_`.
   */
  constructor(longest = USUAL_LONGEST, begins = /^/) {
    this.#longest = longest;
    this.#begins = begins;
  }

  toWire(name: string): string {
    const known = this.#wire.get(name);
    if (known !== undefined) return known;
    const spelled = name.replace(/[^A-Za-z0-9_-]/g, '_');
    const base = `${this.#begins.test(spelled) ? '' : '_'}${spelled}`.slice(0, this.#longest);
    const stem = base.slice(0, this.#longest - LONGEST_END);
    let wire = base;
    let count = this.#alike.get(stem) ?? 1;
    while (this.#client.has(wire)) {
      const end = `_${++count}`;
      wire = base.slice(0, this.#longest - end.length) + end;
    }
    this.#alike.set(stem, count);
    this.#wire.set(name, wire);
    this.#client.set(wire, name);
    return wire;
  }

  /** A name that no tool has is the model's invention, and stays. */
  toClient(wire: string): string {
    return this.#client.get(wire) ?? wire;
  }
}
