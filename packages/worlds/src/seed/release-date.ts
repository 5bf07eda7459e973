import type { Draws } from './draws.ts';
import type { Product } from './product.ts';
import { REFERENCE_SECONDS, SECONDS_PER_DAY, monthsBefore } from './reference-date.ts';

/** Returns when a generation was released, Unix seconds: the same for all of its tiers. */
export function releasedOf({ key, generation: [, monthsOld] }: Product, draws: Draws): number {
  const days = draws('release', ...key).number.float() * 14 - 7;
  return monthsBefore(monthsOld) + Math.round(days * SECONDS_PER_DAY);
}

/**
 * Returns when the gateway listed a model, Unix seconds: within a day of the release, on the day that a
 * snapshot is named for, some time after the release for a fine-tune; never after the reference
 * date.
 */
export function createdOf(product: Product, index: number, draws: Draws): number {
  const released = releasedOf(product, draws);
  const faker = draws('created', index);
  const withinTheDay = faker.number.int({ min: 0, max: SECONDS_PER_DAY - 1 });
  if (product.snapshotDaysOld !== undefined) {
    return REFERENCE_SECONDS - product.snapshotDaysOld * SECONDS_PER_DAY + withinTheDay;
  }
  const leisure = product.derivation === 'fine-tune' ? REFERENCE_SECONDS - released : 0;
  const later = Math.round(leisure * faker.number.float({ min: 0.1, max: 0.95 }));
  return Math.min(released + later + withinTheDay, REFERENCE_SECONDS - 1);
}
