import { hashKey } from './secrets/hash-key.ts';
/** Numbers that depend on a key alone: the same key gives the same numbers in any runtime. */
export interface RandomSource {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  between(low: number, high: number): number;
  /** A whole number from `low` to `high`, inclusive. */
  whole(low: number, high: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  chance(probability: number): boolean;
  /** A separate source for one part of a picture: more draws there change nothing elsewhere. */
  fork(part: string): RandomSource;
}

/** The generator is sfc32, started from the SHA-256 of the key. */
export function createRandomSource(key: string): RandomSource {
  const next = sfc32(hashKey(key));
  const between = (low: number, high: number) => low + (high - low) * next();
  const whole = (low: number, high: number) => low + Math.floor((high - low + 1) * next());
  return {
    next,
    between,
    whole,
    pick: ([first, ...others]) => others[whole(0, others.length) - 1] ?? first,
    chance: (probability) => next() < probability,
    fork: (part) => createRandomSource(`${key}\n${part}`),
  };
}

/** @param digest at least 32 hex digits */
function sfc32(digest: string): () => number {
  const word = (index: number) => Number.parseInt(digest.slice(8 * index, 8 * index + 8), 16) | 0;
  let a = word(0);
  let b = word(1);
  let c = word(2);
  let counter = word(3);
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 2 ** 32;
  };
}
