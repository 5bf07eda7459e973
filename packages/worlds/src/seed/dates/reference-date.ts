/** The day on which every generated world stands, Unix seconds: 2026-11-01T00:00:00Z. */
export const REFERENCE_SECONDS = Date.UTC(2026, 10, 1) / 1000;

export const SECONDS_PER_DAY = 86_400;
const SECONDS_PER_MONTH = 30.4375 * SECONDS_PER_DAY;

/** Months between a moment and the reference date. */
export function monthsOldAt(seconds: number): number {
  return (REFERENCE_SECONDS - seconds) / SECONDS_PER_MONTH;
}

/** `2026-11-01` */
export function isoDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
