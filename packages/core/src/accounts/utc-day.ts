const DAY_MS = 24 * 60 * 60 * 1000;

/** The day that was asked for last: a request asks more than once, and most ask for today. */
let last = { day: Number.NaN, text: '' };

/** Returns the UTC day of a moment in milliseconds since the Unix epoch, `YYYY-MM-DD`. */
export function utcDay(milliseconds: number): string {
  const day = Math.floor(milliseconds / DAY_MS);
  if (day !== last.day) last = { day, text: new Date(milliseconds).toISOString().slice(0, 10) };
  return last.text;
}
