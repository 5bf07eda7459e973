import type { RateMeter } from '@model-gateway/core';
import { checkOptions } from '@model-gateway/core/kit';
import {
  createRedisRateWindows,
  RATE_OPTIONS,
  type RedisRateMeterOptions,
} from './redis-rate-windows.ts';

/**
 * Counts units by name in Redis or Valkey, for all processes together: for limits that each key has
 * for itself. Source: contract §2.10.
 */
export function createRedisRateMeter(options: RedisRateMeterOptions): RateMeter {
  checkOptions('createRedisRateMeter', options, RATE_OPTIONS, ['client', 'whenAway']);
  return createRedisRateWindows({ ...options, windowMs: 60_000 });
}
