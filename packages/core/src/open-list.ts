/** The place of an item in a list that is open. */
export interface Place<Item> {
  readonly item: Item;
  at: number;
}

/**
 * What is open just now, in no order. Not a Set: V8 gives a Set that things enter and leave a new
 * table again and again, and an old table refers to the next one. The first of them that V8 has moved
 * to the old generation keeps all that was open whenever a table was replaced, until old objects are
 * collected.
 */
export class OpenList<Item> {
  readonly #places: Place<Item>[] = [];

  add(item: Item): Place<Item> {
    const place = { item, at: this.#places.length };
    this.#places.push(place);
    return place;
  }

  /** Takes an item out. Idempotent. */
  remove(place: Place<Item>): void {
    if (this.#places[place.at] !== place) return;
    const last = this.#places.pop();
    if (last === undefined || last === place) return;
    this.#places[place.at] = last;
    last.at = place.at;
  }

  /** Visits what is open now, also what is removed meanwhile. */
  [Symbol.iterator](): IterableIterator<Item> {
    return this.#places.map(({ item }) => item).values();
  }
}
