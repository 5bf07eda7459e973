import type { Faker } from '@faker-js/faker';
import { REFERENCE_SECONDS, SECONDS_PER_DAY, monthsOldAt } from '../dates/reference-date.ts';
import { valueAt, type Weighted } from '../draws/weighted.ts';

/** Observed: what is older than this was listed by its day, at midnight; nothing newer was. */
const BY_DAY_MONTHS = 20.6;

/** Observed over 305 listings: hours of the day, UTC. Most vendors and gateways are in America. */
const HOURS: readonly Weighted<number>[] = [
  [0, 4],
  [1, 6],
  [2, 3],
  [3, 10],
  [4, 5],
  [5, 4],
  [6, 3],
  [8, 1],
  [9, 6],
  [11, 4],
  [12, 10],
  [13, 16],
  [14, 26],
  [15, 27],
  [16, 36],
  [17, 37],
  [18, 25],
  [19, 24],
  [20, 12],
  [21, 24],
  [22, 14],
];
/** The same for days of the week, from Sunday. */
const WEEKDAYS: readonly Weighted<number>[] = [
  [0, 5],
  [1, 63],
  [2, 72],
  [3, 52],
  [4, 68],
  [5, 38],
  [6, 7],
];

/**
 * Returns the second at which a gateway lists what is released on a day, both Unix seconds: at a
 * working hour, rarely on a weekend, at most six days before, and before the reference date.
 */
export function listedOn(seconds: number, faker: Faker): number {
  const weekday = valueAt(WEEKDAYS, faker.number.float());
  const hour = valueAt(HOURS, faker.number.float());
  const second = faker.number.int({ min: 0, max: 3599 });
  const latest = Math.min(Math.floor(seconds / SECONDS_PER_DAY), LAST_DAY);
  const day = latest - ((weekdayOf(latest) - weekday + 7) % 7);
  const midnight = day * SECONDS_PER_DAY;
  return monthsOldAt(midnight) > BY_DAY_MONTHS ? midnight : midnight + hour * 3600 + second;
}

const LAST_DAY = REFERENCE_SECONDS / SECONDS_PER_DAY - 1;

function weekdayOf(day: number): number {
  // Day 0 of Unix was a Thursday.
  return (day + 4) % 7;
}
