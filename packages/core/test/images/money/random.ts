/** Choices that a seed repeats. */
export interface Random {
  /** From 0 to 1, 1 excluded. */
  readonly fraction: () => number;
  /** A whole number, both ends included. */
  readonly whole: (from: number, to: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <const Item>(items: readonly [Item, ...Item[]]) => Item;
}

/** Mulberry32: short, and good enough to choose by. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1));
  return {
    fraction,
    whole,
    chance: (probability) => fraction() < probability,
    // The index is within the list, which is not empty.
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0],
  };
}
