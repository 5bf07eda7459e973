import { systemClock, type RateLimiter } from '@model-gateway/core';
import { checkOptions, numberFrom, rateDecision, type OptionTable } from '@model-gateway/core/kit';
import {
  createRedisRateWindows,
  RATE_OPTIONS,
  type RedisRateMeterOptions,
} from './redis-rate-windows.ts';

/** Options of `createRedisRateLimiter`. */
export interface RedisRateLimiterOptions extends RedisRateMeterOptions {
  /** Requests per window and key. */
  readonly limit: number;
  /** Whole seconds. */
  readonly windowSeconds: number;
}

/** A rate limiter that all processes share. */
export interface RedisRateLimiter extends RateLimiter {
  /** Returns how many requests were decided since the process started. */
  counts(): RateCounts;
}

/** How many requests a rate limiter decided in this process, and how. */
export interface RateCounts {
  readonly allowed: number;
  readonly refused: number;
  /**
   * Requests decided by `whenAway`, because Redis did not answer; included in the two above, except
   * with `closed`.
   */
  readonly away: number;
}

/** Counts requests per key in Redis or Valkey, for all processes together, in fixed windows. */
export function createRedisRateLimiter(options: RedisRateLimiterOptions): RedisRateLimiter {
  checkOptions('createRedisRateLimiter', options, OPTIONS, [
    'client',
    'limit',
    'windowSeconds',
    'whenAway',
  ]);
  const { limit, windowSeconds, prefix = 'mg:rate', clock = systemClock } = options;
  const counts = { allowed: 0, refused: 0, away: 0 };
  const windows = createRedisRateWindows({
    ...options,
    prefix,
    windowMs: windowSeconds * 1000,
    onAway: () => counts.away++,
  });
  return {
    counts: () => ({ ...counts }),
    async take(keyHash) {
      // With another window, as while a change of it is rolled out, others count for themselves.
      const name = `${windowSeconds}:${keyHash}`;
      const decision = rateDecision(await windows.take(name, 1, limit), limit, clock.now());
      counts[decision.allowed ? 'allowed' : 'refused']++;
      return decision;
    },
  };
}

const OPTIONS: OptionTable<RedisRateLimiterOptions> = {
  ...RATE_OPTIONS,
  limit: numberFrom(0),
  windowSeconds: numberFrom(0),
};
