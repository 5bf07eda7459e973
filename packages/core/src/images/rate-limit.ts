import { GatewayError } from '../errors.ts';
import type { ApiKey } from '../ports/key-store.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';

/**
 * Counts a request of this key. Returns the `ratelimit-*` headers of its answer, or throws 429 with
 * them and `retry-after`. Source: decisions §4.8.
 */
export async function takeRequest(
  caller: ApiKey | undefined,
  limiter: RateLimiter | undefined,
): Promise<Readonly<Record<string, string>>> {
  if (caller === undefined || limiter === undefined) return {};
  const { allowed, limit, remaining, resetSeconds } = await limiter.take(caller.hash);
  const headers = {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  };
  if (allowed) return headers;
  throw new GatewayError('rateLimited', {
    metadata: { limit, reset_seconds: resetSeconds },
    headers: { ...headers, 'retry-after': String(resetSeconds) },
  });
}
