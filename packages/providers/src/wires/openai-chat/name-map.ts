/** Names as OpenAI takes them. */
const TAKEN = /^[A-Za-z0-9_-]{1,64}$/;
const LONGEST = 64;

/** Names of tools in the wire's alphabet, and back: the answer has the client's own names. */
export class NameMap {
  readonly #wire = new Map<string, string>();
  readonly #client = new Map<string, string>();

  toWire(name: string): string {
    const known = this.#wire.get(name);
    if (known !== undefined) return known;
    const base = TAKEN.test(name) ? name : name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, LONGEST);
    let wire = base;
    for (let count = 2; this.#client.has(wire); count++) {
      const end = `_${count}`;
      wire = base.slice(0, LONGEST - end.length) + end;
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
