import { GatewayError } from '../errors.ts';
import type { Ask } from '../ports/deadline.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';

/** The standing of a request against the limit of its key. */
export interface RateStanding {
  /** `ratelimit-*`, for every response to the request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The 429, when the request exceeds the limit. */
  readonly refusal: GatewayError | undefined;
}

/** The standing of a request that is not limited. */
export const UNLIMITED: RateStanding = { headers: {}, refusal: undefined };

/** Counts a request of this key. Source: contract §4.8. */
export async function countRequest(
  caller: ApiKey,
  limiter: RateLimiter,
  ask: Ask,
): Promise<RateStanding> {
  const decision = await ask('the rate limiter', () => limiter.take(caller.hash));
  const { allowed, limit, remaining, resetSeconds } = decision;
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
