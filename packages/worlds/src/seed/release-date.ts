import type { Draws } from './draws.ts';
import type { Product } from './product.ts';
import { REFERENCE_SECONDS, SECONDS_PER_DAY, monthsBefore } from './reference-date.ts';

/** Returns when a generation was released, Unix seconds: the same for all of its tiers. */
export function releasedOf({ key, generation: [, monthsOld] }: Product, draws: Draws): number {
  const days = draws('release', ...key).number.float() * 14 - 7;
  return monthsBefore(monthsOld) + Math.round(days * SECONDS_PER_DAY);
}

/**
 * Returns when the gateway listed a model, Unix seconds: within a day of the release, and never
 * after the reference date.
 */
export function createdOf(product: Product, index: number, draws: Draws): number {
  const withinTheDay = draws('created', index).number.int({ min: 0, max: SECONDS_PER_DAY - 1 });
  return Math.min(releasedOf(product, draws) + withinTheDay, REFERENCE_SECONDS - 1);
}
