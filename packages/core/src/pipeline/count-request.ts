import { GatewayError } from '../errors.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';

/** How a request stands with the limit of its key. */
export interface RateStanding {
  /** `ratelimit-*`, for whatever the request is answered with. */
  readonly headers: Readonly<Record<string, string>>;
  /** The 429 of a request that is one too many. */
  readonly refusal: GatewayError | undefined;
}

/** Of a request that nothing counts. */
export const UNLIMITED: RateStanding = { headers: {}, refusal: undefined };

/** Counts a request of this key. Source: contract §4.8. */
export async function countRequest(caller: ApiKey, limiter: RateLimiter): Promise<RateStanding> {
  const { allowed, limit, remaining, resetSeconds } = await limiter.take(caller.hash);
  const headers = {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  };
  if (allowed) return { headers, refusal: undefined };
  const refusal = new GatewayError('rateLimited', {
    metadata: { limit, reset_seconds: resetSeconds },
    headers: { 'retry-after': String(resetSeconds) },
  });
  return { headers, refusal };
}
