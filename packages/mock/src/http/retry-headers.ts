import { diagnostic } from '../diagnostics.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * How long clients are told to wait: so many seconds, or `'realistic'` for what the gateway would
 * say, which is nothing, except for the length of the window with a 429.
 */
export type RetryAfter = number | 'realistic';

/**
 * What a retryable status says of when to come again. By default at once: some SDKs read only one of
 * the two headers, and some take `retry-after: 0` for none.
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

/** Throws for what is no number of seconds, and is not `'realistic'`. */
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
