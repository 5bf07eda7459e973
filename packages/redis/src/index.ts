import { requireNode } from '@model-gateway/core/kit';

export type { RedisReport, WhenAway } from './outage-log.ts';
export {
  createRedisIdempotencyStore,
  type RedisIdempotencyStoreOptions,
} from './redis-idempotency-store.ts';
export {
  createRedisRateLimiter,
  type RateCounts,
  type RedisRateLimiter,
  type RedisRateLimiterOptions,
} from './redis-rate-limiter.ts';

export { createRedisRateMeter } from './redis-rate-meter.ts';
export type { RedisRateMeterOptions } from './redis-rate-windows.ts';

requireNode('@model-gateway/redis', '22.13', process.versions.node);
