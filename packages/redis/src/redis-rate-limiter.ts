import {
  createMemoryRateLimiter,
  StoreUnavailableError,
  systemClock,
  type Clock,
  type RateDecision,
  type RateLimiter,
} from '@model-gateway/core';
import {
  AMOUNT,
  ANY_TEXT,
  checkOptions,
  CLOCK,
  FUNCTION,
  numberFrom,
  OBJECT,
  oneOf,
  type OptionTable,
} from '@model-gateway/core/kit';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { answerInTime } from './answer-in-time.ts';
import { OutageLog, type RedisReport, type WhenAway } from './outage-log.ts';

/** Options of `createRedisRateLimiter`. */
export interface RedisRateLimiterOptions {
  /** A connected client of `ioredis` or `redis`. It stays yours to close. */
  readonly client: object;
  /** Requests per window and key. */
  readonly limit: number;
  /** Whole seconds. */
  readonly windowSeconds: number;
  readonly whenAway: WhenAway;
  /** In front of every key in Redis; `mg:rate` by default. */
  readonly prefix?: string | undefined;
  /**
   * Redis counts as unavailable after this many milliseconds without an answer; 250 by default. Time
   * in which this process is too busy to read an answer is not counted.
   */
  readonly deadlineMs?: number | undefined;
  /** Called once when Redis becomes unavailable and once when it is back. Must not throw. */
  readonly onReport?: ((report: RedisReport) => void) | undefined;
  readonly clock?: Clock | undefined;
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
  const { client, limit, windowSeconds, whenAway } = options;
  const { prefix = 'mg:rate', deadlineMs = 250, onReport, clock = systemClock } = options;
  const redis = new RateLimiterRedis({
    storeClient: client,
    points: limit,
    duration: windowSeconds,
    keyPrefix: prefix,
    // Clients keep commands for later while they are not connected; a request cannot wait for that.
    rejectIfRedisNotReady: true,
    useRedisPackage: !('defineCommand' in client),
  });
  const local = createMemoryRateLimiter({ limit, windowSeconds, clock });
  const counts = { allowed: 0, refused: 0, away: 0 };
  const outages = new OutageLog(whenAway, clock, onReport);

  const ask = async (keyHash: string): Promise<RateDecision> => {
    const result = await answerInTime(
      clock,
      deadlineMs,
      consume(redis, keyHash),
      () => new Error(`Redis did not answer within ${deadlineMs} ms`),
    );
    const used = result.consumedPoints;
    return {
      allowed: used <= limit,
      limit,
      remaining: Math.max(0, limit - used),
      resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
    };
  };
  const instead = async (keyHash: string, error: unknown): Promise<RateDecision> => {
    switch (whenAway) {
      case 'local':
        return local.take(keyHash);
      case 'open':
        return { allowed: true, limit, remaining: limit, resetSeconds: windowSeconds };
      case 'closed':
        throw new StoreUnavailableError('away', 'requests cannot be counted now', error);
    }
  };

  return {
    counts: () => ({ ...counts }),
    async take(keyHash) {
      let decision: RateDecision;
      try {
        decision = await ask(keyHash);
        outages.answered();
      } catch (error) {
        counts.away++;
        outages.failed(error);
        decision = await instead(keyHash, error);
      }
      counts[decision.allowed ? 'allowed' : 'refused']++;
      return decision;
    },
  };
}

/** Counts one more request. The library rejects with its result when the limit is exceeded. */
async function consume(redis: RateLimiterRedis, keyHash: string): Promise<RateLimiterRes> {
  try {
    return await redis.consume(keyHash);
  } catch (error) {
    if (error instanceof RateLimiterRes) return error;
    throw error;
  }
}

const OPTIONS: OptionTable<RedisRateLimiterOptions> = {
  client: { must: 'a client of ioredis or redis', holds: OBJECT.holds, isSecret: true },
  limit: numberFrom(0),
  windowSeconds: numberFrom(0),
  whenAway: oneOf('open', 'closed', 'local'),
  prefix: ANY_TEXT,
  deadlineMs: AMOUNT,
  onReport: FUNCTION,
  clock: CLOCK,
};
