/** Longer waits are capped at this. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const NUMBER = /^\d+(\.\d+)?$/;

/**
 * Returns how long an answer asks to wait, in milliseconds: `retry-after-ms`, else `retry-after` as
 * seconds or as a date (RFC 9110 §10.2.3). `now` is in milliseconds since the epoch. Undefined when
 * neither header is present and valid.
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  now: number,
): number | undefined {
  const milliseconds = headers['retry-after-ms']?.trim() ?? '';
  if (NUMBER.test(milliseconds)) return within(Number(milliseconds));
  const wait = headers['retry-after']?.trim() ?? '';
  if (NUMBER.test(wait)) return within(Number(wait) * 1000);
  // Date.parse alone accepts nearly any text with a number in it.
  return HTTP_DATE.test(wait) ? within(Date.parse(wait) - now) : undefined;
}

function within(milliseconds: number): number | undefined {
  if (Number.isNaN(milliseconds)) return undefined;
  return Math.min(Math.max(0, Math.ceil(milliseconds)), LONGEST_MS);
}
