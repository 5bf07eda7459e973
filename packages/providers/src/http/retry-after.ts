import { goDurationMs } from './go-duration.ts';

/** Longer waits are capped at this. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const NUMBER = /^\d+(\.\d+)?$/;

/**
 * Returns how long an answer asks to wait, in milliseconds: `retry-after-ms`, else `retry-after` as
 * seconds or as a date (RFC 9110 §10.2.3), else until the limits renew that are used up. `now` is in
 * milliseconds since the epoch. Undefined when no such header is present and valid.
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
  if (HTTP_DATE.test(wait)) return within(Date.parse(wait) - now);
  const renewals = Object.entries(headers).flatMap(([name, left]) => {
    const reset = left.trim() === '0' ? headers[name.replace('-remaining', '-reset')] : undefined;
    return (name.includes(LIMIT) && reset !== undefined && timeUntil(reset.trim(), now)) || [];
  });
  return renewals.length === 0 ? undefined : within(Math.max(...renewals));
}

/** Of `x-ratelimit-remaining-tokens` and `anthropic-ratelimit-tokens-remaining`. */
const LIMIT = '-ratelimit-';
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/;

/** OpenAI and its like write how long it takes, Anthropic when it is. */
function timeUntil(reset: string, now: number): number | undefined {
  return DATE_TIME.test(reset) ? Math.max(0, Date.parse(reset) - now) : goDurationMs(reset);
}

function within(milliseconds: number): number | undefined {
  if (Number.isNaN(milliseconds)) return undefined;
  return Math.min(Math.max(0, Math.ceil(milliseconds)), LONGEST_MS);
}
