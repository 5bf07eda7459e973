import type { Clock, RateLimiter } from '@model-gateway/core';
import { rateDecision } from '@model-gateway/core/kit';
import type { Database } from './database.ts';
import { createRateMeter } from './rate-meter.ts';

/** The limit of the requests of each key. */
export interface RateLimitOptions {
  /** Requests per window and key. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/**
 * Counts requests per key in fixed windows, which start with a key's first request and are shared
 * by all processes. The clocks of the processes should agree to about a second.
 */
export function createRateLimiter(
  database: Database,
  clock: Clock,
  { limit, windowSeconds }: RateLimitOptions,
): RateLimiter {
  const meter = createRateMeter(database, clock, windowSeconds * 1000);
  // A key's own limits count by other names, and a limiter with another window, as while a change of
  // it is rolled out, by another one: in one row, each would end the window of the other.
  const name = (keyHash: string) => `gateway ${windowSeconds} ${keyHash}`;
  return {
    take: async (keyHash) =>
      rateDecision(await meter.take(name(keyHash), 1, Math.floor(limit)), limit, clock.now()),
  };
}
