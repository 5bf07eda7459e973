import { chance, type Draws } from '../draws.ts';
import { SECONDS_PER_DAY, endOfMonth, monthsBefore } from '../reference-date.ts';
import type { Traits } from './traits.ts';

/**
 * Observed: 47 % have one, nearly all models over ten months old and a twentieth of the newer ones;
 * it lies half a year before the release, from one month to fourteen, at the end of a month.
 */
export function knowledgeCutoffOf(traits: Traits, index: number, draws: Draws): string | null {
  const faker = draws('cutoff', index);
  const known = chance(faker, traits.releaseMonthsOld > 10 ? 0.92 : 0.08);
  const days = faker.number.int({ min: 30, max: 400 });
  if (!known) return null;
  return endOfMonth(monthsBefore(traits.releaseMonthsOld) - days * SECONDS_PER_DAY);
}
