import { CommandError } from './io.ts';

/** ISO 8601 with a zone: `2027-01-31T12:00:00Z`. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Throws unless the text of `--expires` is a time that is still to come. */
export function requireExpiry(text: string, now: number): void {
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new CommandError(
      `--expires must be a time with its zone, such as 2027-01-31T12:00:00Z, got ${JSON.stringify(text)}`,
    );
  }
  if (time <= now) throw new CommandError(`--expires must be later than now, got ${text}`);
}
