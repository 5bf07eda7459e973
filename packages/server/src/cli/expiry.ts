import { CommandError } from './io.ts';

/** ISO 8601 with a zone, as stores keep it: `2027-01-31T12:00:00Z`. Its first group is the day. */
const TIME = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Throws unless the text of `--expires` is a time that is still to come. */
export function requireExpiry(text: string, now: number): void {
  const [, day] = TIME.exec(text) ?? [];
  const time = day !== undefined && isDay(day) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new CommandError(
      `--expires must be a time with its zone, such as 2027-01-31T12:00:00Z, got ${JSON.stringify(text)}`,
    );
  }
  if (time <= now) throw new CommandError(`--expires must be later than now, got ${text}`);
}

/** Node takes the thirtieth of February for the second of March. */
function isDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
