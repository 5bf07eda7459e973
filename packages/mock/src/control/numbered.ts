import { GatewayError } from '@model-gateway/core';

/** Things that are looked up by an id, which they get here: `snapshot-1`, `snapshot-2`, … */
export class Numbered<Thing> {
  readonly #noun: string;
  readonly #most: number;
  readonly #things = new Map<string, Thing>();
  #count = 0;

  /** Keeps the newest `most` of them. */
  constructor(noun: string, most: number) {
    this.#noun = noun;
    this.#most = most;
  }

  add(thing: Thing): string {
    const id = `${this.#noun}-${++this.#count}`;
    this.#things.set(id, thing);
    const [oldest] = this.#things.keys();
    if (this.#things.size > this.#most && oldest !== undefined) this.#things.delete(oldest);
    return id;
  }

  /** Oldest first. */
  all(): readonly (readonly [id: string, thing: Thing])[] {
    return [...this.#things];
  }

  /** Throws a 404 that names those there are. */
  get(id: string): Thing {
    const thing = this.#things.get(id);
    if (thing !== undefined) return thing;
    const known = [...this.#things.keys()].join(', ');
    const hint = known === '' ? `no ${this.#noun}s exist` : `expected one of ${known}`;
    const message = `Resource not found: there is no ${this.#noun} "${id}"; ${hint}`;
    throw new GatewayError('notFound', { message });
  }

  remove(id: string): void {
    this.get(id);
    this.#things.delete(id);
  }
}
