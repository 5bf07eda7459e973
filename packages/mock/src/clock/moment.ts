import { diagnostic } from '../diagnostics.ts';
import type { Moment } from './virtual-clock.ts';

/** A date alone, which is midnight UTC, or a time with its offset: one without depends on the machine. */
const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** The years that dates have four digits for; far beyond them there are no dates at all. */
const FIRST_MOMENT = Date.parse('0000-01-01T00:00:00Z');
export const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

/** A moment in milliseconds since the Unix epoch. Throws GW1502. */
export function toEpochMilliseconds(moment: Moment): number {
  const isText = typeof moment === 'string';
  const milliseconds = isText ? (ISO.test(moment) ? Date.parse(moment) : NaN) : Number(moment);
  if (milliseconds >= FIRST_MOMENT && milliseconds <= LAST_MOMENT) return milliseconds;
  throw diagnostic(
    'GW1502',
    'a moment must be a Date, milliseconds since 1970, or text such as 2026-08-01 or ' +
      `2026-08-01T12:00:00Z, with Z or an offset, in the years 0000 to 9999, got ${isText ? JSON.stringify(moment) : String(moment)}`,
  );
}
