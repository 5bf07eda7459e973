import { chance, type Draws } from '../draws/draws.ts';
import type { House } from '../families/family.ts';
import { SECONDS_PER_DAY, isoDate, monthsBefore } from '../dates/reference-date.ts';
import { valueAt, type Weighted } from '../draws/weighted.ts';
import { placeAmong, siblingsOf, type Siblings } from './siblings.ts';
import type { Traits } from './traits.ts';

/** Days from the cutoff to the release, evenly spaced quantiles, as observed. */
const DAYS = [10, 20, 40, 76, 107, 130, 156, 182, 196, 216, 244, 305, 370, 455, 780];

/** Share of models with a known cutoff, by months of age. Observed: 47 % have one. */
const KNOWN: readonly (readonly [monthsOld: number, share: number])[] = [
  [12, 0.78],
  [Infinity, 0.93],
];
/** Of models that are younger than this, only the vendor knows it, and few vendors say so. */
const BY_VENDOR_MONTHS = 9;
const SAID: Readonly<Record<House, number>> = {
  flagship: 0.6,
  assistant: 0,
  multimodal: 0.15,
  cloud: 0.05,
  open: 0,
  community: 0,
};
/** Days of the month that vendors write; others are recorded by their month. */
const WRITTEN: readonly Weighted<number>[] = [
  [1, 6],
  [16, 5],
  [0, 4],
];

/**
 * The end of a month before the release, or the day that the vendor says. A generation shares it, and
 * it is never before that of an earlier one.
 */
export function knowledgeCutoffOf(traits: Traits, index: number, draws: Draws): string | null {
  const { releaseMonthsOld, siblings, house, product } = traits;
  const faker = draws('cutoff', index);
  const saidByVendor = releaseMonthsOld < BY_VENDOR_MONTHS;
  const share = saidByVendor
    ? SAID[house]
    : (KNOWN.find(([limit]) => releaseMonthsOld < limit)?.[1] ?? 0);
  const known = saidByVendor ? placeAmong(siblings.cutoff, faker) < share : chance(faker, share);
  if (!known) return null;
  const [family, generation] = product.key;
  const cutoffs = product.family.generations
    .slice(0, generation + 1)
    .map(([, monthsOld], position) =>
      cutoffOf(monthsOld, siblingsOf({ key: [family, position] }, draws)),
    );
  return isoDate(Math.max(...cutoffs));
}

/** Unix seconds of the day that is recorded for a generation of this age. */
function cutoffOf(monthsOld: number, { cutoffAge, cutoffDay }: Siblings): number {
  const saidByVendor = monthsOld < BY_VENDOR_MONTHS;
  const [least, most] = saidByVendor ? [0.35, 0.9] : [0, 1];
  const place = (least + (most - least) * cutoffAge) * (DAYS.length - 1);
  const before = Math.floor(place);
  const [low = 0, high = low] = DAYS.slice(before, before + 2);
  const days = low + (place - before) * (high - low);
  const rounded = Math.max(days - HALF_A_MONTH, A_WEEK);
  const seconds = monthsBefore(monthsOld) - rounded * SECONDS_PER_DAY;
  const day = saidByVendor ? valueAt(WRITTEN, cutoffDay) : 0;
  return dayOfMonthBefore(seconds, day);
}

/** What rounding down to a day of the month takes off on average. */
const HALF_A_MONTH = 15;
/** A model may be listed this many days before its generation's date. */
const A_WEEK = 7;

/** A day of the month before, or for day 0 the last day of the month before that. Unix seconds. */
function dayOfMonthBefore(seconds: number, day: number): number {
  const date = new Date(seconds * 1000);
  const month = date.getUTCMonth() - (day === 0 ? 0 : 1);
  return Date.UTC(date.getUTCFullYear(), month, day) / 1000;
}
