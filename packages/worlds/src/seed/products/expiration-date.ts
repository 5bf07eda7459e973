import { chance, type Draws } from '../draws/draws.ts';
import { REFERENCE_SECONDS, SECONDS_PER_DAY, isoDate } from '../dates/reference-date.ts';

/** Observed: 2 % of models, within months of the listing; far in the future for one in four. */
export function expirationDateOf(index: number, draws: Draws): string | null {
  const faker = draws('expiration', index);
  const expires = chance(faker, 0.025);
  const days = faker.number.int({ min: 3, max: 150 });
  if (!expires) return null;
  return chance(faker, 0.25) ? '2098-12-31' : isoDate(REFERENCE_SECONDS + days * SECONDS_PER_DAY);
}
