import { requireNode } from '@model-gateway/core/kit';

export type { RedisReport, WhenAway } from './outage-log.ts';
export {
  createRedisRateLimiter,
  type RateCounts,
  type RedisRateLimiter,
  type RedisRateLimiterOptions,
} from './redis-rate-limiter.ts';

requireNode('@model-gateway/redis', '22.13', process.versions.node);
