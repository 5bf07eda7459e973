import type { Faker } from '@faker-js/faker';
import { REFERENCE_SECONDS, SECONDS_PER_DAY } from '../dates/reference-date.ts';

const REFERENCE = REFERENCE_SECONDS * 1000;

/** An ISO 8601 timestamp at most this many days before the reference date, and not before `after`. */
export function momentBefore(
  faker: Faker,
  { days, after }: { readonly days: number; readonly after?: string },
): string {
  const earliest = Math.max(
    REFERENCE - days * SECONDS_PER_DAY * 1000,
    after === undefined ? 0 : Date.parse(after),
  );
  return new Date(faker.number.int({ min: earliest, max: REFERENCE - 1 })).toISOString();
}
