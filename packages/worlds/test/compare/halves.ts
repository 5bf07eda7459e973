import type { Model } from '@model-gateway/core';
import { createRandomSource } from '@model-gateway/core/kit';
import { distancesOf } from './distance.ts';

const SPLITS = 6;

/**
 * Returns the mean distance, in points, of random halves of one catalog in each feature: what two
 * real catalogs of that size differ by without anything behind it.
 */
export function distancesOfHalves(models: readonly Model[], seed = 7): ReadonlyMap<string, number> {
  const draw = createRandomSource(`halves ${seed}`);
  const sums = new Map<string, number>();
  for (let split = 0; split < SPLITS; split++) {
    const order = models
      .map((model) => ({ model, turn: draw.whole(0, 2 ** 30) }))
      .toSorted((one, other) => one.turn - other.turn)
      .map(({ model }) => model);
    const half = Math.floor(order.length / 2);
    for (const { name, points } of distancesOf(order.slice(0, half), order.slice(half))) {
      sums.set(name, (sums.get(name) ?? 0) + points / SPLITS);
    }
  }
  return sums;
}
