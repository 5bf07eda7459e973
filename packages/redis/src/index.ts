import { requireNode } from './node-version.ts';

export {
  createRedisRateLimiter,
  type RateCounts,
  type RedisRateLimiter,
  type RedisRateLimiterOptions,
  type RedisReport,
  type WhenAway,
} from './redis-rate-limiter.ts';

requireNode('@model-gateway/redis');
