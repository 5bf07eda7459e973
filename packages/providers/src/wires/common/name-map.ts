/** As long as OpenAI takes one. */
const USUAL_LONGEST = 64;

/** Of the count that tells names apart, with its `_`: there are at most 100,000. */
const LONGEST_END = 7;

const ANYHOW = /^/;

/** Names of tools in the wire's alphabet, and back: the answer has the client's own names. */
export class NameMap {
  readonly #longest: number;
  readonly #begins: RegExp;
  /** Made for the first name: most conversations have no tools. */
  #names: Names | undefined;

  /**
   * Letters, digits, `_` and `-`, at most `longest` of them; a name that does not begin as `begins`
   * says gets a `_`.
   */
  constructor(longest = USUAL_LONGEST, begins = ANYHOW) {
    this.#longest = longest;
    this.#begins = begins;
  }

  toWire(name: string): string {
    const { wires, clients, alike } = (this.#names ??= new Names());
    const known = wires.get(name);
    if (known !== undefined) return known;
    const spelled = name.replace(/[^A-Za-z0-9_-]/g, '_');
    const base = `${this.#begins.test(spelled) ? '' : '_'}${spelled}`.slice(0, this.#longest);
    const stem = base.slice(0, this.#longest - LONGEST_END);
    let wire = base;
    let count = alike.get(stem) ?? 1;
    while (clients.has(wire)) {
      const end = `_${++count}`;
      wire = base.slice(0, this.#longest - end.length) + end;
    }
    alike.set(stem, count);
    wires.set(name, wire);
    clients.set(wire, name);
    return wire;
  }

  /** A name that no tool has is the model's invention, and stays. */
  toClient(wire: string): string {
    return this.#names?.clients.get(wire) ?? wire;
  }
}

class Names {
  readonly wires = new Map<string, string>();
  readonly clients = new Map<string, string>();
  /** How many names begin alike, so that none of their counts is tried twice. */
  readonly alike = new Map<string, number>();
}
