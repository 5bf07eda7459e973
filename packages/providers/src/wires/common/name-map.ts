/** As long as OpenAI takes one. */
const USUAL_LONGEST = 64;

/** Names of tools in the wire's alphabet, and back: the answer has the client's own names. */
export class NameMap {
  readonly #longest: number;
  readonly #wire = new Map<string, string>();
  readonly #client = new Map<string, string>();

  /** Letters, digits, `_` and `-`, at most `longest` of them. */
  constructor(longest = USUAL_LONGEST) {
    this.#longest = longest;
  }

  toWire(name: string): string {
    const known = this.#wire.get(name);
    if (known !== undefined) return known;
    const base = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, this.#longest);
    let wire = base;
    for (let count = 2; this.#client.has(wire); count++) {
      const end = `_${count}`;
      wire = base.slice(0, this.#longest - end.length) + end;
    }
    this.#wire.set(name, wire);
    this.#client.set(wire, name);
    return wire;
  }

  /** A name that no tool has is the model's invention, and stays. */
  toClient(wire: string): string {
    return this.#client.get(wire) ?? wire;
  }
}
