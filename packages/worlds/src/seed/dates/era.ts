/**
 * Ages between which catalogs change. Observed in August 2026: of the models under 7 months old 87 %
 * reason and 91 % take tools; from 7 to 19 months 60 % and 75 %; beyond that 3 % and 67 %.
 */
export type Era = 'recent' | 'middle' | 'old';

/** Models older than this read and priced nothing but text, and had short contexts. */
export const OLDEST_MONTHS = 27;

export function eraOf(monthsOld: number): Era {
  if (monthsOld < 7) return 'recent';
  return monthsOld < 19 ? 'middle' : 'old';
}
