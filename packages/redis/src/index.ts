import { requireNode } from '@model-gateway/core/kit';

export {
  createRedisRateLimiter,
  type RateCounts,
  type RedisRateLimiter,
  type RedisRateLimiterOptions,
  type RedisReport,
  type WhenAway,
} from './redis-rate-limiter.ts';

requireNode('@model-gateway/redis', '22.13', process.versions.node);
