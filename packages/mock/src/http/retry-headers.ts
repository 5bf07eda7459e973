import { diagnostic } from '../diagnostics.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * The wait that clients are asked for: seconds, or `'realistic'` for the gateway's own, which is
 * the length of the window with a 429 and otherwise none.
 */
export type RetryAfter = number | 'realistic';

/**
 * Returns the retry headers of a retryable status. By default they ask for a retry at once: some
 * SDKs read only one of the two headers, and some ignore `retry-after: 0`.
 */
export function retryHeaders(status: number, retryAfter?: RetryAfter, windowSeconds = 60): Headers {
  if (typeof retryAfter === 'number') {
    return {
      'retry-after': String(Math.ceil(retryAfter)),
      'retry-after-ms': String(Math.round(retryAfter * 1000)),
    };
  }
  if (!isRetryable(status)) return {};
  if (retryAfter === undefined) return { 'retry-after': '0', 'retry-after-ms': '1' };
  return status === 429 ? { 'retry-after': String(windowSeconds) } : {};
}

/**
 * The headers of an error of the test, which the same request would get again: the official SDKs do not
 * repeat it, and those that do not read the first one lose no time.
 */
export const FINAL: Headers = {
  'x-should-retry': 'false',
  'retry-after': '0',
  'retry-after-ms': '1',
};

/** Throws unless the value is a number of seconds or `'realistic'`. */
export function checkRetryAfter(retryAfter: RetryAfter | undefined): void {
  if (retryAfter === undefined || retryAfter === 'realistic') return;
  if (Number.isFinite(retryAfter) && retryAfter >= 0) return;
  throw diagnostic(
    'GW1206',
    `retryAfter must be seconds, 0 or more, or 'realistic', got ${JSON.stringify(retryAfter)}`,
  );
}

/** 408, 409, 425, 429 and all from 500: what some client or other tries again. */
function isRetryable(status: number): boolean {
  return status >= 500 || status === 408 || status === 409 || status === 425 || status === 429;
}
