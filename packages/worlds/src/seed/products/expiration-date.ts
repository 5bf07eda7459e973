import { chance, type Draws } from '../draws/draws.ts';
import {
  REFERENCE_SECONDS,
  SECONDS_PER_DAY,
  isoDate,
  monthsOldAt,
} from '../dates/reference-date.ts';
import type { Product } from './product.ts';

/** Observed: a model that the next generation of its family replaced expires, months after its release. */
const SHARES: readonly (readonly [monthsOld: number, share: number])[] = [
  [2.4, 0],
  [6.5, 0.11],
  [13, 0.04],
  [Infinity, 0.01],
];

/**
 * Returns the day on which a model is taken off, null for nearly all; far in the future for one in four.
 * What a vendor released last never expires.
 */
export function expirationDateOf(
  { family, key: [, position] }: Product,
  created: number,
  index: number,
  draws: Draws,
): string | null {
  const faker = draws('expiration', index);
  const monthsOld = monthsOldAt(created);
  const share = SHARES.find(([limit]) => monthsOld < limit)?.[1] ?? 0;
  const expires = chance(faker, share) && position < family.generations.length - 1;
  const days = faker.number.int({ min: 3, max: 150 });
  if (!expires) return null;
  return chance(faker, 0.25) ? '2098-12-31' : isoDate(REFERENCE_SECONDS + days * SECONDS_PER_DAY);
}
