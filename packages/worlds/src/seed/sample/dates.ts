import type { Draws } from '../draws/draws.ts';
import {
  isoDate,
  monthsOldAt,
  REFERENCE_SECONDS,
  SECONDS_PER_DAY,
} from '../dates/reference-date.ts';
import type { Line } from './line.ts';
import type { Prototype } from './prototype.ts';

/** Observed: what is older than this was listed by its day, at midnight; nothing newer was. */
const BY_DAY_MONTHS = 20.6;
/** A listing moves by up to this within its day. */
const MOST_MINUTES = 45;
const MINUTES_PER_DAY = 1440;

/**
 * Returns when a model was listed, Unix seconds: as long ago as its prototype, with what its line is
 * older by. Models of a family that were listed together still are.
 */
export function listedAt(
  { family, minutes }: Prototype,
  { older }: Line,
  round: number,
  draws: Draws,
): number {
  const ago = Math.floor(minutes / MINUTES_PER_DAY);
  const faker = draws('listed', family, round, ago);
  const day = faker.helpers.arrayElement([-1, 0, 0, 1]);
  const moved = 60 * faker.number.int({ min: -MOST_MINUTES, max: MOST_MINUTES });
  const second = faker.number.int(59);
  const plain = REFERENCE_SECONDS - minutes * 60 - older;
  const shifted = plain + day * SECONDS_PER_DAY;
  const onWorkday = isWeekend(shifted) ? plain : shifted;
  const listed = Math.min(onWorkday + moved + second, REFERENCE_SECONDS - 60 - second);
  const midnight = listed - (listed % SECONDS_PER_DAY);
  return monthsOldAt(midnight) > BY_DAY_MONTHS ? midnight : listed;
}

function isWeekend(seconds: number): boolean {
  return [0, 6].includes(new Date(seconds * 1000).getUTCDay());
}

const SECONDS_PER_MONTH = 30.4375 * SECONDS_PER_DAY;
const REFERENCE = new Date(REFERENCE_SECONDS * 1000);

/** Returns the day up to which a model knows, which those of a generation share; null for about half. */
export function cutoffOf({ cutoff }: Prototype, { older }: Line, created: number): string | null {
  if (cutoff === undefined) return null;
  const [months, day] = cutoff;
  const before = months + Math.round(older / SECONDS_PER_MONTH);
  const known = [0, 1, 2].map((further) => dayOf(before + further, day));
  return known.find((date) => Date.parse(date) / 1000 < created) ?? null;
}

/** A day of the month `months` before the reference, or its last. */
function dayOf(months: number, day: number): string {
  const [year, month] = [REFERENCE.getUTCFullYear(), REFERENCE.getUTCMonth() - months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return isoDate(Date.UTC(year, month, Math.min(day, last)) / 1000);
}

/** What is further than this has no real end. */
const NEVER_DAYS = 9999;
const NEVER = '2098-12-31';
const MOST_DAYS_LATER = 30;

/** Returns the day on which a model is taken off; null for nearly all. */
export function expirationOf({ expires }: Prototype, index: number, draws: Draws): string | null {
  if (expires === undefined) return null;
  if (expires >= NEVER_DAYS) return NEVER;
  const later = draws('expiration', index).number.int(MOST_DAYS_LATER);
  return isoDate(REFERENCE_SECONDS + (expires + later) * SECONDS_PER_DAY);
}
