const LONGEST_MS = 60_000;

/**
 * Returns the milliseconds to wait by a `retry-after` header, seconds or a date; undefined when it
 * is missing or invalid. At most a minute, because records do not wait longer than a few. Source:
 * RFC 9110 §10.2.3.
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const milliseconds = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  // Date.parse reads more than a header may hold, such as "-5".
  const isReadable = /^\d+$/.test(text) || /^[A-Z][a-z]{2}/.test(text);
  if (!isReadable || Number.isNaN(milliseconds)) return undefined;
  return Math.min(Math.max(milliseconds, 0), LONGEST_MS);
}
