import {
  createMemoryRateLimiter,
  createMemoryRateMeter,
  type Clock,
  type RateLimiter,
  type RateMeter,
} from '@model-gateway/core';
import type { Stores } from '@model-gateway/sql';
import type { ResolvedConfig } from '../config/resolve-config.ts';
import type { Logger } from '../log/create-logger.ts';
import type { Metrics } from '../metrics/create-metrics.ts';
import { connectRedis } from './connect-redis.ts';

export interface OpenLimiter {
  /** Of the gateway's own limit; undefined if the gateway sets no limit. */
  readonly limiter: RateLimiter | undefined;
  /** Of the limits that keys have for themselves. */
  readonly meter: RateMeter;
  close(): Promise<void>;
}

interface LimiterContext {
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'limiterAway'>;
  readonly source: string;
  readonly clock: Clock;
}

/** Opens what counts requests, in the store that a configuration names. */
export async function openLimiter(
  limits: ResolvedConfig['limits'],
  sql: Pick<Stores, 'limiter' | 'meter'>,
  { logger, metrics, source, clock }: LimiterContext,
): Promise<OpenLimiter> {
  // A limiter before this one may have ended while its Redis was away.
  metrics.limiterAway(false);
  if (limits === null) return { limiter: undefined, meter: sql.meter, close: async () => {} };
  const { requests: limit, windowSeconds, whenUnreachable } = limits;
  if (limits.store === 'sql' && sql.limiter !== undefined) {
    return { limiter: sql.limiter, meter: sql.meter, close: async () => {} };
  }
  if (limits.store === 'memory' || limits.redis === undefined) {
    const limiter = createMemoryRateLimiter({ limit, windowSeconds, clock });
    return { limiter, meter: createMemoryRateMeter({ clock }), close: async () => {} };
  }
  const { createRedisRateLimiter, createRedisRateMeter } = await import('@model-gateway/redis');
  const client = await connectRedis(limits.redis, logger, source);
  const common = { client, whenAway: whenUnreachable };
  const limiter = createRedisRateLimiter({
    ...common,
    limit,
    windowSeconds,
    // One word of an outage is enough, so the meter says nothing.
    onReport(report) {
      metrics.limiterAway(report.type === 'outage');
      if (report.type === 'outage') {
        logger.error({ whenUnreachable, error: report.error }, 'Redis does not answer');
      } else logger.info({ seconds: report.seconds }, 'Redis answers again');
    },
  });
  const meter = createRedisRateMeter(common);
  return { limiter, meter, close: async () => client.disconnect() };
}
