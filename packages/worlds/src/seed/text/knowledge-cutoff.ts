import { chance, type Draws } from '../draws.ts';
import { SECONDS_PER_DAY, isoDate } from '../reference-date.ts';
import type { Traits } from './traits.ts';

/** Days from the cutoff to the listing, evenly spaced quantiles, as observed. */
const DAYS = [10, 24, 45, 83, 116, 140, 166, 193, 207, 227, 255, 320, 385, 470, 800];

/** Share of models with a known cutoff, by months of age. Observed: 47 % have one. */
const KNOWN: readonly (readonly [monthsOld: number, share: number])[] = [
  [3, 0.15],
  [6, 0.09],
  [9, 0.02],
  [12, 0.78],
  [Infinity, 0.93],
];

/** The end of a month before the release; the members of a generation share it. */
export function knowledgeCutoffOf(traits: Traits, index: number, draws: Draws): string | null {
  const { releaseMonthsOld, created, line } = traits;
  const faker = draws('cutoff', index);
  const share = KNOWN.find(([limit]) => releaseMonthsOld < limit)?.[1] ?? 0;
  const known = chance(faker, share);
  const isShared = chance(faker, 0.6);
  const own = faker.number.float();
  if (!known) return null;
  const place = (isShared ? line.cutoff : own) * (DAYS.length - 1);
  const before = Math.floor(place);
  const [low = 0, high = low] = DAYS.slice(before, before + 2);
  const days = low + (place - before) * (high - low);
  const rounded = Math.max(days - HALF_A_MONTH, 0);
  return isoDate(endOfMonthBefore(created - rounded * SECONDS_PER_DAY));
}

/** What rounding down to the end of a month takes off on average. */
const HALF_A_MONTH = 15;

/** Unix seconds. */
function endOfMonthBefore(seconds: number): number {
  const date = new Date(seconds * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 0) / 1000;
}
