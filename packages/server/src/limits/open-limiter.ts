import { createMemoryRateLimiter, type Clock, type RateLimiter } from '@model-gateway/core';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { Logger } from '../log/create-logger.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import { connectRedis } from './connect-redis.ts';

export interface OpenLimiter {
  readonly limiter: RateLimiter;
  close(): Promise<void>;
}

interface LimiterContext {
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'limiterAway'>;
  readonly source: string;
  readonly clock: Clock;
}

/** Opens the limiter of a configuration; undefined when nothing is limited. */
export async function openLimiter(
  limits: ResolvedConfig['limits'],
  sql: RateLimiter | undefined,
  { logger, metrics, source, clock }: LimiterContext,
): Promise<OpenLimiter | undefined> {
  // A limiter before this one may have ended while its Redis was away.
  metrics.limiterAway(false);
  if (limits === null) return undefined;
  const { requests: limit, windowSeconds, whenUnreachable } = limits;
  if (limits.store === 'sql' && sql !== undefined) return { limiter: sql, close: async () => {} };
  if (limits.store === 'memory' || limits.redis === undefined) {
    const limiter = createMemoryRateLimiter({ limit, windowSeconds, clock });
    return { limiter, close: async () => {} };
  }
  const { createRedisRateLimiter } = await import('@model-gateway/redis');
  const client = await connectRedis(limits.redis, logger, source);
  const limiter = createRedisRateLimiter({
    client,
    limit,
    windowSeconds,
    whenAway: whenUnreachable,
    onReport(report) {
      metrics.limiterAway(report.type === 'outage');
      if (report.type === 'outage') {
        logger.error({ whenUnreachable, error: report.error }, 'Redis does not answer');
      } else logger.info({ seconds: report.seconds }, 'Redis answers again');
    },
  });
  return { limiter, close: async () => client.disconnect() };
}
